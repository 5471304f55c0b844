import HTTPTypes
import Hummingbird
package import Vitals

/// The units that an insight speaks in: those of the person's screens. Records are in the canonical ones, whatever these are.
package struct InsightUnits: Hashable, Sendable {
    /// Kilograms or pounds.
    package var weight: MetricUnit
    /// Kilometres or miles.
    package var distance: MetricUnit

    package init(weight: MetricUnit = .kilograms, distance: MetricUnit = .kilometres) {
        self.weight = weight
        self.distance = distance
    }

    package static let canonical = InsightUnits()

    /// Reads `LB,MI`: units in any order, at most one of each kind.
    ///
    /// - Returns: nil for any other text.
    package init?(list: String) {
        self.init()
        var (weights, distances) = (0, 0)
        for name in list.split(separator: ",", omittingEmptySubsequences: false) {
            switch MetricUnit(rawValue: String(name)) {
            case .kilograms, .pounds:
                weight = MetricUnit(rawValue: String(name))
                weights += 1
            case .kilometres, .miles:
                distance = MetricUnit(rawValue: String(name))
                distances += 1
            default: return nil
            }
        }
        guard weights <= 1, distances <= 1 else { return nil }
    }

    /// The unit of a kind's values; nil for a kind that this build doesn't know.
    func unit(of kind: MetricKind) -> MetricUnit? {
        switch kind {
        case .weight: weight
        case .distance: distance
        default: kind.canonicalUnit
        }
    }

    /// How many of the canonical unit one of the shown unit is.
    private func factor(of kind: MetricKind) -> Double {
        switch unit(of: kind) {
        case .pounds: MetricUnit.kilogramsPerPound
        case .miles: MetricUnit.kilometresPerMile
        default: 1
        }
    }

    /// The totals with their values in these units.
    package func converted(_ totals: WeekTotals) -> WeekTotals {
        guard self != .canonical else { return totals }
        func converted(_ list: [MetricKind: WeekTotals.Total]) -> [MetricKind: WeekTotals.Total] {
            list.reduce(into: [:]) { converted, entry in
                let factor = factor(of: entry.key)
                converted[entry.key] = WeekTotals.Total(
                    count: entry.value.count, sum: entry.value.sum / factor, least: entry.value.least / factor,
                    greatest: entry.value.greatest / factor)
            }
        }
        var totals = totals
        totals.current = converted(totals.current)
        totals.before = converted(totals.before)
        return totals
    }

    /// The numbers that a language model gets to see, in these units: `WeekTotals.question` names the canonical ones.
    package func question(of totals: WeekTotals) -> JSONValue {
        guard self != .canonical, case .object(let members) = converted(totals).question else { return totals.question }
        return .object(
            members.map { member in
                guard case .object(let kinds) = member.value else { return member }
                return .init(member.name, .object(kinds.map(named)))
            })
    }

    private func named(_ kind: JSONValue.Member) -> JSONValue.Member {
        guard case .object(let numbers) = kind.value, let unit = unit(of: MetricKind(rawValue: kind.name)) else {
            return kind
        }
        return .init(
            kind.name, .object(numbers.map { $0.name == "unit" ? .init("unit", .string(unit.rawValue)) : $0 }))
    }

    /// Reads the parameter `units` of a request; the canonical ones without it.
    static func of(_ request: Request) throws(ServiceError) -> InsightUnits {
        let lists = request.uri.queryParameters[values: "units"]
        guard let list = lists.first else { return .canonical }
        guard lists.count == 1, let units = InsightUnits(list: String(list)) else {
            throw .badParameter("units", "Expected at most one unit of weight and one of distance, such as LB,MI.")
        }
        return units
    }
}
