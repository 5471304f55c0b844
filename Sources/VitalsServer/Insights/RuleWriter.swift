import Vitals

/// The embedded writer: sentences from the totals by rule, in English. It needs no key and sends nothing anywhere.
package struct RuleWriter: InsightWriter {
    package let name = "offline"
    package let cacheName: String? = nil

    private let units: InsightUnits

    package init(units: InsightUnits = .canonical) { self.units = units }

    package func speaking(_ units: InsightUnits) -> any InsightWriter { RuleWriter(units: units) }

    package func write(_ totals: WeekTotals) -> String { sentences(units.converted(totals)).joined(separator: " ") }

    /// Two or three: what adds up, what is averaged, and what is counted. A week with one of them gets the number of entries too.
    private func sentences(_ totals: WeekTotals) -> [String] {
        var totals = totals
        totals.current = totals.current.filter { $0.value.sum.isFinite }
        totals.before = totals.before.filter { $0.value.sum.isFinite }
        let found = [sums(totals), means(totals), Self.symptoms(totals)].compactMap(\.self)
        guard found.count < 2 else { return found }
        let count = totals.current.values.map(\.count).reduce(0, +)
        let before = totals.before.values.map(\.count).reduce(0, +)
        return found + [
            "That comes from \(Self.entries(count)); the \(Self.sameDays) had \(Self.countOrNone(before))."
        ]
    }

    // MARK: Sentences

    /// A value in words, and how it differs from the week before; nil where there is nothing to compare it with.
    private typealias Part = (text: String, change: String?)

    private static let sameDays = "same days last week"

    private func sums(_ totals: WeekTotals) -> String? {
        let parts = [MetricKind.steps, .distance, .activeEnergy].compactMap { kind -> Part? in
            guard let total = totals.current[kind] else { return nil }
            let before = totals.before[kind]?.sum ?? 0
            return (amount(kind, total.sum), before > 0 ? Self.change(total.sum / before) : nil)
        }
        guard !parts.isEmpty else { return nil }
        return "You recorded \(Self.list(Self.compared(parts))) \(Self.span(totals.dayCount))."
    }

    private func means(_ totals: WeekTotals) -> String? {
        let kinds: [(MetricKind, String)] = [(.weight, "your weight"), (.heartRate, "your heart rate")]
        let parts = kinds.compactMap { kind, name -> Part? in
            guard let total = totals.current[kind] else { return nil }
            let change = totals.before[kind].map { before in
                let difference = Self.rounded(kind, total.mean) - Self.rounded(kind, before.mean)
                return abs(difference) < 0.05
                    ? "as" : "\(amount(kind, abs(difference))) \(difference < 0 ? "less than" : "more than")"
            }
            return ("\(name) was \(amount(kind, total.mean))", change)
        }
        guard !parts.isEmpty else { return nil }
        return "On average \(Self.list(Self.compared(parts)))."
    }

    /// Kinds that are counted: those with a name of their own, such as symptoms. The names stay out of it.
    private static func symptoms(_ totals: WeekTotals) -> String? {
        let kinds = MetricKind.known.filter(\.needsLabel)
        func count(_ list: [MetricKind: WeekTotals.Total]) -> Int { kinds.compactMap { list[$0]?.count }.reduce(0, +) }
        let current = count(totals.current)
        guard current > 0 else { return nil }
        let noted = current == 1 ? "1 symptom" : "\(number(Double(current))) symptoms"
        return "You noted \(noted), and \(countOrNone(count(totals.before))) on the \(sameDays)."
    }

    // MARK: Words

    /// The parts with their changes. Only the first says what it's compared with.
    private static func compared(_ parts: [Part]) -> [String] {
        let first = parts.firstIndex { $0.change != nil }
        return parts.enumerated().map { index, part in
            guard let change = part.change else { return part.text }
            if index == first { return "\(part.text) (\(change) on the \(sameDays))" }
            return "\(part.text) (\(change == "as" ? "the same" : change.replacing(" than", with: "")))"
        }
    }

    private static func span(_ dayCount: Int) -> String {
        switch dayCount {
        case 1: "today, the first day of the week"
        case 7: "this week"
        default: "in the first \(dayCount) days of this week"
        }
    }

    private static func change(_ ratio: Double) -> String {
        let percent = ((ratio - 1) * 100).rounded()
        if percent == 0 { return "as" }
        if percent > 999 { return "over ten times more than" }
        return "\(number(abs(percent))) % \(percent < 0 ? "less than" : "more than")"
    }

    private static func countOrNone(_ count: Int) -> String { count == 0 ? "none" : number(Double(count)) }

    private static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(number(Double(count))) entries" }

    private static func list(_ parts: [String]) -> String {
        guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }

    private func amount(_ kind: MetricKind, _ value: Double) -> String {
        let text = Self.number(Self.rounded(kind, value))
        return switch kind {
        case .steps: text == "1" ? "1 step" : "\(text) steps"
        case .distance: "\(text) \(units.distance.rawValue.lowercased())"
        case .activeEnergy: "\(text) kcal"
        case .heartRate: "\(text) bpm"
        default: "\(text) \(units.weight.rawValue.lowercased())"
        }
    }

    /// To a tenth where a person would say one.
    private static func rounded(_ kind: MetricKind, _ value: Double) -> Double {
        [.weight, .distance].contains(kind) ? (value * 10).rounded() / 10 : value.rounded()
    }

    /// The number as English has it, with commas between thousands and at most one decimal: `30,412`, `72.4`.
    private static func number(_ value: Double) -> String {
        guard abs(value) < 1e15 else { return CanonicalJSON.number(value) }
        let tenths = Int64((value * 10).rounded())
        var text = "\(tenths / 10)"
        var position = text.count - 3
        while position > 0 {
            text.insert(",", at: text.index(text.startIndex, offsetBy: position))
            position -= 3
        }
        return tenths % 10 == 0 ? text : "\(text).\(tenths % 10)"
    }
}
