/// The total order of records with the same id: the greater one wins, on every phone and on the server alike.
///
/// Fields are compared one by one, in the order of the properties below. The version alone isn't enough: two phones
/// that each turn version 1 into 2 offline have the same version. If each then prefers its own record, they never
/// agree.
///
/// 1. Total: of two keys that differ in any field, one is greater.
/// 2. Equal keys mean equal records, so either may be kept.
/// 3. Texts compare by their UTF-8 bytes, as `COLLATE "C"` does in Postgres and `BINARY` in SQLite. Swift's own string
///    order compares normalised characters, and gives another order.
public struct Precedence: Hashable, Comparable, Sendable {
    /// Compared first: the greater version wins.
    public let version: Int64
    /// Compared second: the later writing wins.
    public let updatedAt: Timestamp
    /// Compared third, by its bytes.
    public let kind: MetricKind
    /// Compared fourth.
    public let value: Double
    /// Compared fifth, by its bytes.
    public let unit: MetricUnit
    /// Compared sixth.
    public let recordedAt: Timestamp
    /// Compared last, by its bytes.
    public let extra: UnknownMembers

    public static func < (left: Precedence, right: Precedence) -> Bool {
        // @write 8 precedence
        if left.version != right.version { return left.version < right.version }
        if left.updatedAt != right.updatedAt { return left.updatedAt < right.updatedAt }
        if left.kind != right.kind { return left.kind.rawValue.precedesByBytes(right.kind.rawValue) }
        if left.value != right.value { return left.value < right.value }
        if left.unit != right.unit { return left.unit.rawValue.precedesByBytes(right.unit.rawValue) }
        if left.recordedAt != right.recordedAt { return left.recordedAt < right.recordedAt }
        return left.extra.text.precedesByBytes(right.extra.text)
        // @starter
        //| todo(8, "compare the two keys field by field, the texts by their UTF-8 bytes")
        // @end
    }
}

extension Measurement {
    /// The key by which this record beats, equals or loses to another record with its id.
    public var precedence: Precedence {
        Precedence(
            version: version, updatedAt: updatedAt, kind: kind, value: value, unit: unit, recordedAt: recordedAt,
            extra: extra)
    }

    /// True when this record is the greater one of the two.
    public func beats(_ other: Measurement) -> Bool { other.precedence < precedence }
}

extension String {
    /// True when this text comes first by its UTF-8 bytes.
    fileprivate func precedesByBytes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
