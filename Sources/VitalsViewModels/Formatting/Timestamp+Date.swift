public import Foundation
public import Vitals

extension Timestamp {
    /// For calendars and pickers, which count in fractions of a second.
    public var date: Date { Date(timeIntervalSince1970: Double(millisecondsSinceEpoch) / 1000) }

    /// Rounded to the millisecond, which takes back what `date` did; the nearest moment that a timestamp can hold.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        let bounds = Timestamp.range
        let bounded = Swift.min(Swift.max(milliseconds, Double(bounds.lowerBound)), Double(bounds.upperBound))
        self.init(clamping: bounded.isNaN ? 0 : Int64(bounded))
    }

    /// Whole and broken seconds since another moment; negative before it.
    func seconds(since other: Timestamp) -> Double {
        Double(millisecondsSinceEpoch - other.millisecondsSinceEpoch) / 1000
    }

    /// The moment so many seconds later, within what a timestamp can hold.
    func advanced(bySeconds seconds: Double) -> Timestamp {
        let milliseconds = (Swift.min(Swift.max(seconds, -1e12), 1e12) * 1000).rounded(.up)
        return Timestamp(clamping: millisecondsSinceEpoch + Int64(milliseconds))
    }
}
