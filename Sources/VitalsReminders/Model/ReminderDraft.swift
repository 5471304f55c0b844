package import Foundation
package import Vitals
import VitalsEntities

/// A change of a reminder that isn't stored.
package struct ReminderInvalid: Error, Hashable, Sendable, CustomStringConvertible {
    /// The field of the draft, such as `title` or `rule`; `occurrence` or `until` for an answer.
    package let field: String
    /// A sentence for a person. It never repeats the value.
    package let detail: String

    package init(_ field: String, _ detail: String) {
        self.field = field
        self.detail = detail
    }

    package var description: String { detail }
}

/// A reminder as a person enters it. The parts of the schedule are texts, so that whatever was typed is answered in a sentence.
package struct ReminderDraft: Hashable, Sendable {
    package var title: String
    package var body = ""
    /// A day such as `2026-05-06`; empty for a reminder that never rings.
    package var start = ""
    /// Hours and minutes, such as `07:30`.
    package var time = ""
    /// A name of the IANA database, such as `Europe/Berlin`.
    package var zone = ""
    /// An RRULE of RFC 5545, such as `FREQ=DAILY`; empty for a reminder that is due once.
    package var rule = ""
    /// nil for the only group there is, or else the one called "Reminders", which is made.
    package var group: UUID?
    package var tags: [UUID] = []
    package var measurement: MetricKind?
    package var repeatMinutes: Int?
    /// The fields that the person saw when they began; nil for a draft of a new reminder.
    package private(set) var seen: [String: JSONValue]?

    package init(title: String) { self.title = title }

    /// A draft that changes a reminder. Only what's different from the reminder in the end is written.
    package init(of reminder: Reminder) {
        func text(_ field: String) -> String { reminder.fields[field]?.string ?? "" }
        self.init(title: reminder.title)
        (body, group, tags) = (reminder.body, reminder.group, reminder.tags)
        (start, time, zone, rule) = (text("start"), text("time"), text("zone"), text("rule"))
        (measurement, repeatMinutes) = (reminder.measurement, reminder.repeatMinutes)
        seen = reminder.fields
    }

    package static let ruleLength = 200

    /// Reads the schedule.
    ///
    /// - Returns: nil for a reminder without one.
    /// - Throws: a sentence about the first part that can't be.
    package func schedule() throws(ReminderInvalid) -> Schedule? {
        guard rule.utf8.count <= 4 * Self.ruleLength, rule.unicodeScalars.count <= Self.ruleLength else {
            throw ReminderInvalid("rule", "The rule has at most \(Self.ruleLength) characters.")
        }
        guard !start.isEmpty || (time.isEmpty && rule.isEmpty) else {
            throw ReminderInvalid("start", "A reminder that rings needs a first day.")
        }
        do throws(ScheduleInvalid) {
            return try Schedule(start: start, time: time, zone: zone, rule: rule)
        } catch {
            throw ReminderInvalid(error.field, error.detail)
        }
    }

    /// The fields as they're stored; `null` for one that is empty.
    ///
    /// - Throws: a sentence about the first field that can't be stored.
    func values() throws(ReminderInvalid) -> [String: JSONValue] {
        try validateTitle()
        if let repeatMinutes, !Reminder.repeats.contains(repeatMinutes) {
            throw ReminderInvalid(
                "repeat",
                "It can ring again after \(Reminder.repeats.lowerBound) to \(Reminder.repeats.upperBound) minutes.")
        }
        if let measurement, !MetricKind.known.contains(measurement), measurement.rawValue != text(seen?["measurement"])
        {
            throw ReminderInvalid("measurement", "This phone doesn't know that kind of measurement.")
        }
        var values: [String: JSONValue] = [
            "title": .string(title), "body": typed(body), "tags": .set(tags.map(\.lowercased)),
            "measurement": typed(measurement?.rawValue ?? ""),
            "repeat": typed(repeatMinutes.map(String.init) ?? ""),
        ]
        if let group { values["group"] = .string(group.lowercased) }
        values.merge(try scheduleValues()) { $1 }
        return values
    }

    private func scheduleValues() throws(ReminderInvalid) -> [String: JSONValue] {
        let texts = ["start": start, "time": time, "zone": zone, "rule": rule]
        // A schedule that only another version can read stays as it is while something else is edited.
        if let seen, texts.allSatisfy({ text(seen[$0.key]) == $0.value }) { return [:] }
        let schedule = try schedule()
        guard let schedule else { return texts.mapValues { _ in .null } }
        guard schedule.hasKnownZone || zone == text(seen?["zone"]) else {
            throw ReminderInvalid(
                "zone", "This phone doesn't know that time zone. A zone is a name such as Europe/Berlin.")
        }
        if let rule = schedule.rule,
            RecurrenceDays(rule, from: schedule.start).days(from: schedule.start, limit: 1).isEmpty
        {
            throw ReminderInvalid("rule", "No day fits the rule.")
        }
        return [
            "start": .string(schedule.start.text), "time": .string(schedule.time.text), "zone": .string(schedule.zone),
            "rule": typed(schedule.rule?.text ?? ""),
        ]
    }

    private func validateTitle() throws(ReminderInvalid) {
        // A title that another program has written stays as it is while something else is edited.
        if let seen, text(seen["title"]) == title, !title.isEmpty { return }
        guard EntityLimits.isLine(title) else {
            throw ReminderInvalid("title", "The title has at most \(EntityLimits.lineLength) characters.")
        }
        if let fault = EntityName.fault(ofTyped: title, field: "title", of: "reminder") {
            throw ReminderInvalid("title", fault)
        }
    }

    private func text(_ value: JSONValue?) -> String { value?.string ?? "" }

    private func typed(_ text: String) -> JSONValue { text.isEmpty ? .null : .string(text) }
}

extension ReminderInvalid: ExplainedError {
    package var errorCategory: ErrorCategory { .validation }
    package var errorDetail: String? { field }
}
