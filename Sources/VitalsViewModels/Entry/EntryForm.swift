public import Foundation
public import Vitals

/// Creates a measurement from the contents of a form, or says what is wrong with them.
public struct EntryForm: Sendable {
    public let formatter: DisplayFormatter
    public let clock: @Sendable () -> Timestamp

    public init(formatter: DisplayFormatter, clock: @escaping @Sendable () -> Timestamp) {
        self.formatter = formatter
        self.clock = clock
    }

    /// Reads a draft as a measurement, in the canonical unit of its kind.
    ///
    /// - Throws: `EntryErrors` with a message for every field that is wrong, not only for the first.
    public func read(_ draft: EntryDraft, id: UUID = UUID()) throws(EntryErrors) -> Vitals.Measurement {
        // @write 15 view-form
        let now = clock()
        var errors = EntryErrors()
        if draft.recordedAt > now { errors.recordedAt = Self.future }
        var measurement: Vitals.Measurement?
        if let value = NumberReader(locale: formatter.locale).value(of: draft.valueText) {
            do {
                measurement = try Vitals.Measurement.create(
                    kind: draft.kind, value: value, unit: draft.unit, recordedAt: draft.recordedAt, now: now, id: id)
            } catch {
                errors.value = message(for: error, draft)
            }
        } else {
            errors.value = noNumber(draft)
        }
        guard let measurement, errors.isEmpty else { throw errors }
        return measurement
        // @starter
        //| todo(15, "read the number, let Measurement.create check it, and give each field that is wrong its message")
        // @end
    }

    // MARK: Words

    static let future = "That is in the future. Choose a time in the past."

    /// The message for a text that isn't a number. It gives an example in this person's number format.
    func noNumber(_ draft: EntryDraft) -> String {
        let isBlank = draft.valueText.allSatisfy(\.isWhitespace)
        if case .ambiguous(let whole, let decimal) = NumberReader(locale: formatter.locale).reading(of: draft.valueText)
        {
            let style = FloatingPointFormatStyle<Double>.number.grouping(.never).locale(formatter.locale)
            return "That can be \(whole.formatted(style)) or "
                + "\(decimal.formatted(style.precision(.fractionLength(3)))). Write the one that you mean like this."
        }
        let example = formatter.number(draft.unit == .count ? 8250 : 72.5, in: draft.unit)
        return isBlank ? "Write a number, such as \(example)." : "That isn't a number. Write it like \(example)."
    }

    /// The message for a value that breaks a rule, in the unit that the person is using.
    func message(for error: any Error, _ draft: EntryDraft) -> String {
        guard let error = error as? MeasurementError else { return String(describing: error) }
        switch error.code {
        case .notWhole: return "Whole numbers only."
        case .outOfBounds:
            guard let bounds = draft.kind.bounds else { return error.detail }
            let (least, most) = (
                bounds.lowerBound / draft.unit.canonicalFactor, bounds.upperBound / draft.unit.canonicalFactor
            )
            // Round towards the inside, so that the bounds in the message are themselves allowed.
            let text = [
                formatter.number((least * 100).rounded(.up) / 100, in: draft.unit), "and",
                formatter.number((most * 100).rounded(.down) / 100, in: draft.unit), draft.unit.symbol,
            ].filter { !$0.isEmpty }.joined(separator: " ")
            return "\(draft.kind.title) lies between \(text)."
        default: return error.detail
        }
    }
}

/// The contents of the form, as typed and chosen.
public struct EntryDraft: Hashable, Sendable {
    public var kind: MetricKind
    /// The value as typed, in the person's own number format.
    public var valueText: String
    /// The unit of the typed value; the stored unit may differ.
    public var unit: MetricUnit
    public var recordedAt: Timestamp
    /// The name as typed, for a kind that `needsLabel`; empty for others.
    public var label: String

    public init(
        kind: MetricKind, valueText: String = "", unit: MetricUnit, recordedAt: Timestamp, label: String = ""
    ) {
        self.kind = kind
        self.valueText = valueText
        self.unit = unit
        self.recordedAt = recordedAt
        self.label = label
    }
}

/// The errors of a draft: a message for each field that is wrong.
public struct EntryErrors: Error, Hashable, Sendable {
    public var value: String?
    public var recordedAt: String?
    public var label: String?

    public init(value: String? = nil, recordedAt: String? = nil, label: String? = nil) {
        self.value = value
        self.recordedAt = recordedAt
        self.label = label
    }

    public var isEmpty: Bool { value == nil && recordedAt == nil && label == nil }
}
