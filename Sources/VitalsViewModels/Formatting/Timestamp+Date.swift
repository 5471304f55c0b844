public import Foundation
public import Vitals

extension Timestamp {
    /// The moment as a `Date`, for calendars and pickers, which count in fractions of a second.
    public var date: Date { Date(timeIntervalSince1970: Double(millisecondsSinceEpoch) / 1000) }

    /// Creates the nearest timestamp, rounded to the millisecond. This reverses what `date` did.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        let bounds = Timestamp.range
        let bounded = Swift.min(Swift.max(milliseconds, Double(bounds.lowerBound)), Double(bounds.upperBound))
        self.init(clamping: bounded.isNaN ? 0 : Int64(bounded))
    }

    /// Seconds since another moment, with fractions; negative before it.
    func seconds(since other: Timestamp) -> Double {
        Double(millisecondsSinceEpoch - other.millisecondsSinceEpoch) / 1000
    }

    /// The moment that many seconds later, rounded up to the millisecond and kept within the range of a timestamp.
    func advanced(bySeconds seconds: Double) -> Timestamp {
        let milliseconds = (Swift.min(Swift.max(seconds, -1e12), 1e12) * 1000).rounded(.up)
        return Timestamp(clamping: millisecondsSinceEpoch + Int64(milliseconds))
    }
}
