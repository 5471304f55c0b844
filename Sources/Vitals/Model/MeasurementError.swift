/// An error that stops a measurement from being created, edited or accepted.
public struct MeasurementError: Error, Hashable, Sendable {
    /// A stable name, which the server also puts into `rejected[].code`.
    public let code: String
    /// One sentence for a person; it never holds a health value.
    public let detail: String

    private init(_ code: String, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    public static func unknownKind(_ kind: MetricKind) -> MeasurementError {
        MeasurementError("unknown_kind", "The kind \(kind.rawValue.quotedForDisplay) is not known here.")
    }

    public static func unitMismatch(_ unit: MetricUnit, for kind: MetricKind) -> MeasurementError {
        MeasurementError(
            "unit_mismatch",
            "\(kind.rawValue.quotedForDisplay) is not measured in \(unit.rawValue.quotedForDisplay).")
    }

    public static func notCanonical(_ unit: MetricUnit, for kind: MetricKind) -> MeasurementError {
        MeasurementError(
            "not_canonical",
            "\(kind.rawValue.quotedForDisplay) is stored in \(kind.canonicalUnit?.rawValue ?? "its own unit"), "
                + "not in \(unit.rawValue.quotedForDisplay).")
    }

    public static func outOfBounds(_ kind: MetricKind, _ bounds: ClosedRange<Double>) -> MeasurementError {
        MeasurementError(
            "out_of_bounds",
            "The value of \(kind.rawValue) must lie between \(CanonicalJSON.number(bounds.lowerBound)) and "
                + "\(CanonicalJSON.number(bounds.upperBound)) \(kind.canonicalUnit?.rawValue ?? "").")
    }

    public static let notWhole = MeasurementError("not_whole", "STEPS counts whole steps.")
    public static let notFinite = MeasurementError("not_finite", "The value must be a finite number.")
    public static let badVersion = MeasurementError("bad_version", "The version must lie between 1 and 2^53-1.")
    public static let endOfTime = MeasurementError(
        "end_of_time", "The record was last written at the end of the year 9999; it cannot be edited any more.")
    public static let extraTooLarge = MeasurementError(
        "extra_too_large", "Members beyond the base shape may take \(UnknownMembers.maximumSizeBytes) bytes at most.")
    public static let extraTooDeep = MeasurementError(
        "extra_too_deep", "Members beyond the base shape may be nested \(UnknownMembers.maximumDepth) deep at most.")
}

extension MeasurementError: CustomStringConvertible {
    public var description: String { detail }
}
