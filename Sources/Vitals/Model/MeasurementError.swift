/// An error that stops a measurement from being created, edited or accepted.
public struct MeasurementError: Error, Hashable, Sendable {
    /// The kind of error, for an app to switch on. The raw value is the name that a server puts into
    /// `rejected[].code`.
    public enum Code: String, Hashable, Sendable {
        /// This version of the library doesn't know the kind.
        case unknownKind = "unknown_kind"
        /// The unit doesn't fit the kind.
        case unitMismatch = "unit_mismatch"
        /// The unit fits the kind, but isn't the one that it is stored in.
        case notCanonical = "not_canonical"
        /// The value is outside the bounds of its kind.
        case outOfBounds = "out_of_bounds"
        /// The value must be a whole number.
        case notWhole = "not_whole"
        /// The value is infinite, or not a number.
        case notFinite = "not_finite"
        /// The version is less than 1 or greater than `Measurement.maximumVersion`.
        case badVersion = "bad_version"
        /// The record was last written at the end of the year 9999, so no later edit is possible.
        case endOfTime = "end_of_time"
        /// The members beyond the base shape take more than `UnknownMembers.maximumSizeBytes`.
        case extraTooLarge = "extra_too_large"
        /// The members beyond the base shape are nested more than `UnknownMembers.maximumDepth` deep.
        case extraTooDeep = "extra_too_deep"
        /// The record says that it is deleted, and still holds something that was measured.
        case deletedWithContent = "deleted_with_content"
        /// The label isn't a line of text, or a symptom has none.
        case badLabel = "bad_label"
    }

    /// The kind of error.
    public let code: Code
    /// One sentence for a person; it never holds a health value.
    public let detail: String

    private init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// The kind is not known here.
    public static func unknownKind(_ kind: MetricKind) -> MeasurementError {
        MeasurementError(.unknownKind, "The kind \(kind.rawValue.quotedForDisplay) isn't known here.")
    }

    /// The unit doesn't fit the kind.
    public static func unitMismatch(_ unit: MetricUnit, for kind: MetricKind) -> MeasurementError {
        MeasurementError(
            .unitMismatch,
            "\(kind.rawValue.quotedForDisplay) isn't measured in \(unit.rawValue.quotedForDisplay).")
    }

    /// The unit isn't the one that the kind is stored in.
    public static func notCanonical(_ unit: MetricUnit, for kind: MetricKind) -> MeasurementError {
        MeasurementError(
            .notCanonical,
            "\(kind.rawValue.quotedForDisplay) is stored in \(kind.canonicalUnit?.rawValue ?? "its own unit"), "
                + "not in \(unit.rawValue.quotedForDisplay).")
    }

    /// The value is outside the bounds of its kind, which are in the kind's own unit.
    public static func outOfBounds(_ kind: MetricKind, _ bounds: ClosedRange<Double>) -> MeasurementError {
        MeasurementError(
            .outOfBounds,
            "The value of \(kind.rawValue) must be between \(CanonicalJSON.number(bounds.lowerBound)) and "
                + "\(CanonicalJSON.number(bounds.upperBound)) \(kind.canonicalUnit?.rawValue ?? "").")
    }

    /// The value must be a whole number.
    public static let notWhole = MeasurementError(.notWhole, "STEPS counts whole steps.")
    /// The value is infinite, or not a number.
    public static let notFinite = MeasurementError(.notFinite, "The value must be a finite number.")
    /// The version is outside 1 to 2⁵³−1.
    public static let badVersion = MeasurementError(.badVersion, "The version must be between 1 and 2^53-1.")
    /// No later edit is possible.
    public static let endOfTime = MeasurementError(
        .endOfTime, "The record was last written at the end of the year 9999, so it can't be edited any more.")
    /// The unknown members are too large.
    public static let extraTooLarge = MeasurementError(
        .extraTooLarge, "Members beyond the base shape may take \(UnknownMembers.maximumSizeBytes) bytes at most.")
    /// The unknown members are nested too deeply.
    public static let extraTooDeep = MeasurementError(
        .extraTooDeep, "Members beyond the base shape may be nested \(UnknownMembers.maximumDepth) deep at most.")
    /// The record is deleted, and still holds something that was measured.
    public static let deletedWithContent = MeasurementError(
        .deletedWithContent, "A deleted record may hold nothing of what was measured; update the app that sent it.")
    /// The label isn't a line of text, or a symptom has none.
    public static let badLabel = MeasurementError(
        .badLabel, "A symptom needs a label, and a label is one line of at most 200 bytes.")
}

extension MeasurementError: CustomStringConvertible {
    public var description: String { detail }
}
