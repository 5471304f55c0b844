public import Foundation

/// One measurement of a person: the record that devices edit, merge and exchange.
///
/// Every field takes part in the order of `Precedence`, so two records with the same id are either equal or one of them
/// beats the other.
///
/// Foundation has a `Measurement` too; where you import both, write `Vitals.Measurement`.
public struct Measurement: Identifiable, Sendable {
    // @show measurement-fields
    /// Created on the device that first wrote the record; never changes. Lower case on the wire and in SQLite.
    public let id: UUID
    /// The quantity that was measured.
    public var kind: MetricKind
    /// The measured value, in `unit`. Finite, and never negative zero.
    public var value: Double {
        didSet { value += 0.0 }
    }
    /// The unit of `value`. A stored record has its kind's canonical unit.
    public var unit: MetricUnit
    /// The time of the measurement.
    public var recordedAt: Timestamp
    /// The time when this version was written, by the clock of the device that wrote it.
    public var updatedAt: Timestamp
    /// 1 for a new record, one more with each edit; at most `maximumVersion`.
    public var version: Int64
    /// Members of the JSON record that this build does not know, kept for those that do.
    public var extra: UnknownMembers
    // @end

    /// 2⁵³−1: the greatest integer that every JSON reader keeps exactly.
    public static let maximumVersion: Int64 = 9_007_199_254_740_991

    /// Creates a record as it is, without checking it. `create(kind:value:unit:recordedAt:now:id:)` makes a new one.
    public init(
        id: UUID, kind: MetricKind, value: Double, unit: MetricUnit, recordedAt: Timestamp, updatedAt: Timestamp,
        version: Int64, extra: UnknownMembers = .empty
    ) {
        self.id = id
        self.kind = kind
        self.value = value + 0.0  // -0 becomes 0: the two print alike in SQL and differ in bits
        self.unit = unit
        self.recordedAt = recordedAt
        self.updatedAt = updatedAt
        self.version = version
        self.extra = extra
    }

    /// The next version of this record, written at `now`.
    ///
    /// The version grows by one and `updatedAt` always moves forward, by at least a millisecond, even if the clock
    /// went back. At `maximumVersion` only `updatedAt` moves; a greater version, which no valid record has, becomes
    /// `maximumVersion`.
    /// - Throws: `MeasurementError.endOfTime` when `updatedAt` is the last millisecond of the year 9999.
    public func bumpVersion(now: Timestamp) throws -> Measurement {
        // @write 2 bump-version
        guard let afterThis = updatedAt.advanced(byMilliseconds: 1) else { throw MeasurementError.endOfTime }
        var next = self
        next.version = version < Measurement.maximumVersion ? version + 1 : Measurement.maximumVersion
        next.updatedAt = max(now, afterThis)
        return next
        // @starter
        //| throw NotWritten(2, "return the next version of this record, written at now")
        // @end
    }
}

extension Measurement: Hashable {
    /// Compares every field; texts are compared by their bytes.
    public static func == (left: Measurement, right: Measurement) -> Bool {
        left.id == right.id && left.version == right.version && left.updatedAt == right.updatedAt
            && left.kind == right.kind && left.value == right.value && left.unit == right.unit
            && left.recordedAt == right.recordedAt && left.extra == right.extra
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(version)
        hasher.combine(updatedAt)
    }
}
