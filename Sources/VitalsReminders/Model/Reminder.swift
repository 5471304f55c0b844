package import Foundation
package import Vitals
package import VitalsEntities

/// A user's answer to an occurrence.
package enum OccurrenceState: Hashable, Sendable {
    case completed
    case skipped
    case snoozed(until: Timestamp)

    /// As it's stored under the occurrence's name. Each phone that completes an occurrence writes the same value, so two
    /// that do agree.
    package var json: JSONValue {
        switch self {
        case .completed: .string("completed")
        case .skipped: .string("skipped")
        case .snoozed(let until): .object([.init("snoozedUntil", .string(until.rfc3339))])
        }
    }

    /// - Returns: nil for a value that this version doesn't know; the occurrence counts as open then.
    package init?(_ json: JSONValue) {
        switch json {
        case .string("completed"): self = .completed
        case .string("skipped"): self = .skipped
        case .object:
            guard let until = json["snoozedUntil"]?.string.flatMap(Timestamp.init(rfc3339:)) else { return nil }
            self = .snoozed(until: until)
        default: return nil
        }
    }

    /// True for an answer after which the occurrence rings no more.
    package var isFinal: Bool { self == .completed || self == .skipped }
}

/// A reminder as a phone sees it.
package struct Reminder: Hashable, Sendable, Identifiable {
    package let id: UUID
    package var title: String
    package var body = ""
    package var group: UUID?
    package var tags: [UUID] = []
    /// nil for one that never rings: it has no start, or this version can't read its schedule (`trouble`).
    package var schedule: Schedule?
    /// A sentence about a schedule that this version can't read; nil for one that it can.
    package var trouble: String?
    /// The kind of measurement that completes it.
    package var measurement: MetricKind?
    /// Minutes between two repeats of an alarm that has no answer; nil for one that rings once.
    package var repeatMinutes: Int?
    /// The answers, by the occurrence's name.
    package var states: [String: OccurrenceState]
    /// True while a change of it waits for the server.
    package var waits = false
    /// The fields of the entity, as they're shown.
    package var fields: [String: JSONValue] = [:]

    package static let repeats = 1...1_440

    package init(id: UUID, title: String, schedule: Schedule?, states: [String: OccurrenceState] = [:]) {
        self.id = id
        self.title = title
        self.schedule = schedule
        self.states = states
    }

    /// Reads an entity of the type `reminder`.
    package init(_ entity: Entity) {
        func text(_ field: String) -> String? { entity.fields[field]?.string }
        self.init(id: entity.id, title: entity.text("title"), schedule: nil)
        do throws(ScheduleInvalid) {
            schedule = try Schedule(start: text("start"), time: text("time"), zone: text("zone"), rule: text("rule"))
        } catch {
            trouble = "Its schedule can't be read here, so it doesn't ring on this phone. \(error.detail)"
        }
        body = entity.text("body")
        group = text("group").flatMap { UUID(text: $0) }
        tags = (entity.fields["tags"]?.texts ?? []).compactMap { UUID(text: $0) }
        measurement = text("measurement").flatMap { $0.isEmpty ? nil : MetricKind(rawValue: $0) }
        repeatMinutes = text("repeat").flatMap(Self.minutes)
        (waits, fields) = (entity.waits, entity.fields)
        for (field, value) in entity.fields where FieldName.map(of: field) == "occurrences" {
            if let name = FieldName.key(of: field) { states[name] = OccurrenceState(value) }
        }
    }

    /// Reads minutes as the browser does: one to four digits, and no sign.
    private static func minutes(_ text: String) -> Int? {
        guard text.utf8.count <= 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text).flatMap { repeats.contains($0) ? $0 : nil }
    }

    /// The occurrence that a person means by the reminder's name alone: the one that is due, or was snoozed, and has no answer;
    /// else the next one.
    package func current(at now: Timestamp, in device: TimeZone) -> Occurrence? {
        guard let schedule else { return nil }
        let clock = schedule.clock(orElse: device)
        func isOpen(_ occurrence: Occurrence) -> Bool { states[occurrence.name]?.isFinal != true }
        let snoozed = states.compactMap { name, state in
            state.isFinal ? nil : schedule.occurrence(named: name, clock)
        }
        let reached = ([schedule.latest(until: now, clock)].compactMap(\.self) + snoozed).filter(isOpen)
        if let latest = reached.max(by: { $0.due < $1.due }) { return latest }
        return schedule.occurrences(after: now, limit: states.count + 1, clock).first(where: isOpen)
    }
}
