/// A moment in time to the millisecond, as every part of Vitals stores and compares it.
///
/// The unit is the millisecond since 1970-01-01T00:00:00Z. The range is 0001-01-01T00:00:00.000Z to
/// 9999-12-31T23:59:59.999Z: the years that RFC 3339 can write. It's an integer because two builds must agree on every
/// bit of it. `Date` counts in binary fractions of a second, which can't hold most milliseconds.
public struct Timestamp: Hashable, Comparable, Sendable {
    // @show timestamp-fields
    /// Milliseconds since the epoch, within `Timestamp.range`.
    public let millisecondsSinceEpoch: Int64

    /// The range of a timestamp: the years 0001 to 9999 in UTC.
    public static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    // @end

    /// The last millisecond of the year 9999.
    public static let max = Timestamp(clamping: range.upperBound)

    /// The first millisecond of the year 1.
    public static let min = Timestamp(clamping: range.lowerBound)

    /// Creates a timestamp; nil when the moment is outside `range`.
    public init?(millisecondsSinceEpoch milliseconds: Int64) {
        guard Timestamp.range.contains(milliseconds) else { return nil }
        millisecondsSinceEpoch = milliseconds
    }

    /// Creates the nearest timestamp within `range`.
    public init(clamping milliseconds: Int64) {
        millisecondsSinceEpoch = Swift.min(
            Swift.max(milliseconds, Timestamp.range.lowerBound), Timestamp.range.upperBound)
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.millisecondsSinceEpoch < right.millisecondsSinceEpoch
    }

    // @show timestamp-later
    /// The moment `milliseconds` later, or nil outside `range`.
    public func advanced(byMilliseconds milliseconds: Int64) -> Timestamp? {
        let (sum, overflows) = millisecondsSinceEpoch.addingReportingOverflow(milliseconds)
        return overflows ? nil : Timestamp(millisecondsSinceEpoch: sum)
    }
    // @end

    /// The moment rounded down to a whole second.
    public var flooredToSecond: Timestamp {
        let remainder = millisecondsSinceEpoch % 1000
        let past = remainder < 0 ? remainder + 1000 : remainder
        return Timestamp(clamping: millisecondsSinceEpoch - past)
    }
}
