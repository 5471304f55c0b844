import Foundation
import Vitals
import VitalsReminders

extension ReminderEditorModel.Draft {
    /// What a form shows of a reminder; of a new one, the next full hour.
    init(_ reminder: Reminder?, zone: TimeZone, now: Timestamp) {
        guard let reminder else {
            let hour: Int64 = 3_600_000
            let next = Timestamp(clamping: (now.millisecondsSinceEpoch / hour + 1) * hour)
            let seconds = zone.secondsFromGMT(for: next.date)
            (day, time) = Self.texts(next.date.addingTimeInterval(Double(seconds)))
            (self.zone, lastDay) = (zone.identifier, day)
            return
        }
        let stored = ReminderDraft(of: reminder)
        (title, body, group, tags) = (stored.title, stored.body, stored.group, Set(stored.tags))
        rings = !stored.start.isEmpty
        (day, time, self.zone) = (stored.start, stored.time, stored.zone)
        (measurement, repeatMinutes) = (
            stored.measurement?.rawValue ?? "", stored.repeatMinutes.map(String.init) ?? ""
        )
        (repetition, rule, lastDay) = (ReminderRepetition(stored.rule), stored.rule, stored.start)
        if repetition != .custom, let read = try? RecurrenceRule(stored.rule) {
            if let number = read.count { (end, count) = (.afterCount, String(number)) }
            if let until = read.until { (end, lastDay) = (.onDay, until.text) }
        }
        if !rings {
            let other = Self(nil, zone: zone, now: now)
            (day, time, self.zone, lastDay) = (other.day, other.time, other.zone, other.lastDay)
        }
    }

    /// The text of the rule: what is chosen, with its end.
    ///
    /// - Throws: a sentence about an end that can't be one.
    private func ruleText() throws(ReminderInvalid) -> String {
        guard let chosen = repetition.rule else {
            return repetition == .custom ? rule.trimmingCharacters(in: .whitespacesAndNewlines) : ""
        }
        switch end {
        case .never: return chosen
        case .afterCount:
            let number = count.trimmingCharacters(in: .whitespaces)
            guard let number = Int(number), RecurrenceRule.counts.contains(number) else {
                throw ReminderInvalid(
                    "rule",
                    "The number of times is from \(RecurrenceRule.counts.lowerBound) to \(RecurrenceRule.counts.upperBound)."
                )
            }
            return "\(chosen);COUNT=\(number)"
        case .onDay:
            guard let last = CalendarDay(lastDay) else {
                throw ReminderInvalid("rule", "The last day is a day such as 2026-12-31.")
            }
            return "\(chosen);UNTIL=\(last.text.filter { $0 != "-" })"
        }
    }

    /// The draft that a device stores.
    ///
    /// - Parameters:
    ///   - seen: the reminder that the form was opened with; nil for a new one.
    ///   - original: what the form showed of it. The rule is written only if it differs.
    /// - Throws: a sentence about the first field that can't be read.
    func stored(seen: Reminder?, original: Self? = nil) throws(ReminderInvalid) -> ReminderDraft {
        var stored = seen.map { ReminderDraft(of: $0) } ?? ReminderDraft(title: title)
        (stored.title, stored.body, stored.group) = (title.trimmingCharacters(in: .whitespacesAndNewlines), body, group)
        stored.tags = tags.sorted { $0.lowercased < $1.lowercased }
        stored.measurement = measurement.isEmpty ? nil : MetricKind(rawValue: measurement)
        stored.repeatMinutes = try minutes()
        if seen != nil, let original, original.schedule == schedule { return stored }
        guard rings else {
            (stored.start, stored.time, stored.zone, stored.rule) = ("", "", "", "")
            return stored
        }
        (stored.start, stored.time, stored.zone, stored.rule) = (day, time, zone, try ruleText())
        guard !stored.start.isEmpty else { throw ReminderInvalid("start", "A reminder that rings needs a first day.") }
        return stored
    }

    /// All that the schedule is made of.
    private var schedule: [String] {
        [String(rings), day, time, zone, repetition.rawValue, rule, end.rawValue, count, lastDay]
    }

    private func minutes() throws(ReminderInvalid) -> Int? {
        let typed = repeatMinutes.trimmingCharacters(in: .whitespaces)
        guard !typed.isEmpty else { return nil }
        guard let minutes = Int(typed) else {
            throw ReminderInvalid(
                "repeat",
                "It can ring again after \(Reminder.repeats.lowerBound) to \(Reminder.repeats.upperBound) minutes.")
        }
        return minutes
    }

    // MARK: Pickers

    static func moment(_ day: String, _ time: String) -> Date {
        guard let day = CalendarDay(day), let time = WallTime(time) else { return Date(timeIntervalSince1970: 0) }
        return Date(timeIntervalSince1970: Double(day.number * 86_400 + time.minutes * 60))
    }

    static func texts(_ moment: Date) -> (day: String, time: String) {
        let minutes = Int((moment.timeIntervalSince1970 / 60).rounded(.down))
        let day = Int((Double(minutes) / 1_440).rounded(.down))
        let time = WallTime(hour: (minutes - day * 1_440) / 60, minute: (minutes - day * 1_440) % 60)
        return (CalendarDay(number: day).text, time?.text ?? "")
    }
}
