import Foundation

/// Turns a time as it was said into a moment, on the speaker's calendar.
///
/// Where the clocks go forward, a time that they skip is taken as much later as they jump: 02:30 becomes 03:30. Where they go back and
/// a time comes twice, the first one is taken. This is what Foundation's `Calendar` does.
struct PhraseCalendar {
    private let now: Timestamp
    private let today: Date
    private let calendar: Calendar
    /// Results by time. A long phrase may say the same time hundreds of times, and a calendar is slow.
    private var known: [PhraseMoment: Timestamp?] = [:]

    init(_ time: PhraseTime) {
        now = time.now
        today = Date(timeIntervalSince1970: Double(time.now.millisecondsSinceEpoch) / 1_000)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = time.timeZone
        self.calendar = calendar
    }

    /// The moment, which is never later than now; nil for one that is still to come or that can't be told.
    mutating func timestamp(of moment: PhraseMoment) -> Timestamp? {
        if let result = known[moment] { return result }
        let result = resolve(moment)
        known[moment] = .some(result)
        return result
    }

    private func resolve(_ moment: PhraseMoment) -> Timestamp? {
        switch moment.fixed {
        case .now: return now
        case .elapsed(let milliseconds): return now.advanced(byMilliseconds: -milliseconds)
        case .future, .unclear: return nil
        case nil: break
        }
        if let clock = moment.clock { return latest(clock, moment) }
        guard let part = moment.partOfDay else {
            // A day without a time: the middle of it is never off by more than half a day.
            return moment.day == .ago(0) ? now : time(daysAgo: daysAgo(moment.day), hour: 12)
        }
        return time(of: part, on: moment.day)
    }

    /// "this morning" said at 7 is now; "this evening" said at 7 is a plan. Without a day, "morning" is the latest one.
    private func time(of part: PhraseMoment.PartOfDay, on day: PhraseMoment.Day?) -> Timestamp? {
        if let time = time(daysAgo: daysAgo(day), hour: part.hour) { return time }
        if day == nil || day == .ago(0), time(daysAgo: 0, hour: part.beginHour) != nil { return now }
        return day == nil ? time(daysAgo: 1, hour: part.hour) : nil
    }

    /// The latest time at which a clock showed this.
    private func latest(_ clock: PhraseClock, _ moment: PhraseMoment) -> Timestamp? {
        var days = [0, 1]
        if moment.day == .lastNight {
            days = [clock.isAfterMidnight ? 0 : 1]
        } else if let day = moment.day {
            days = [daysAgo(day)]
        }
        // "yesterday at 7" is in the morning. "at 7" and "today at 7" may be in either half of the day.
        let hours = clock.hours(in: moment.partOfDay, isRecent: days.contains(0))
        return days.flatMap { day in hours.compactMap { time(daysAgo: day, hour: $0, minute: clock.minute) } }.max()
    }

    private func daysAgo(_ day: PhraseMoment.Day?) -> Int {
        switch day {
        case nil: 0
        case .ago(let days): days
        case .lastNight: 1
        case .weekday(let number): (calendar.component(.weekday, from: today) - number + 6) % 7 + 1
        }
    }

    /// A time on a day; nil where it's later than now, or outside the years of a `Timestamp`.
    private func time(daysAgo: Int, hour: Int, minute: Int = 0) -> Timestamp? {
        guard let day = calendar.date(byAdding: .day, value: -daysAgo, to: today) else { return nil }
        var parts = calendar.dateComponents([.era, .year, .month, .day], from: day)
        (parts.hour, parts.minute) = (hour, minute)
        guard let date = calendar.date(from: parts) else { return nil }
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        guard abs(milliseconds) < 1e15, let time = Timestamp(millisecondsSinceEpoch: Int64(milliseconds)), time <= now
        else { return nil }
        return time
    }
}

extension PhraseClock {
    /// True for an hour of "last night" that was today: 12 to 5, unless "pm" was said.
    fileprivate var isAfterMidnight: Bool {
        if let half { return half == .am }
        return hour < 6 || hour == 12
    }

    /// The hours, 0 to 23, that this may be.
    ///
    /// - Parameter isRecent: true where an hour without "am" or "pm" may be in either half of the day.
    fileprivate func hours(in part: PhraseMoment.PartOfDay?, isRecent: Bool) -> [Int] {
        if is24Hour { return [hour] }
        var half = half ?? part?.half
        if self.half == nil, part == .night, isAfterMidnight { half = .am }
        switch half {
        case .am: return [hour % 12]
        case .pm: return [hour % 12 + 12]
        case nil where part == .noon || !isRecent: return [hour]
        case nil: return [hour % 12, hour % 12 + 12]
        }
    }
}
