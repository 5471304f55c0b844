package import Foundation
package import Vitals
package import VitalsEntities

/// A user's answer to an occurrence.
package enum OccurrenceState: Hashable, Sendable {
    case completed
    case skipped
    case snoozed(until: Timestamp)

    /// As it's stored under the occurrence's name. Whoever completes an occurrence writes the same value, so two phones that do
    /// agree.
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
    /// nil for one that never rings: it has no start, or this version can't read its schedule.
    package var schedule: Schedule?
    /// The answers, by the occurrence's name.
    package var states: [String: OccurrenceState]

    package init(id: UUID, title: String, schedule: Schedule?, states: [String: OccurrenceState] = [:]) {
        self.id = id
        self.title = title
        self.schedule = schedule
        self.states = states
    }

    /// Reads an entity of the type `reminder`.
    package init(_ entity: Entity) {
        func text(_ field: String) -> String? { entity.fields[field]?.string }
        let schedule = try? Schedule(start: text("start"), time: text("time"), zone: text("zone"), rule: text("rule"))
        self.init(id: entity.id, title: entity.text("title"), schedule: schedule)
        for (field, value) in entity.fields where FieldName.map(of: field) == "occurrences" {
            if let name = FieldName.key(of: field) { states[name] = OccurrenceState(value) }
        }
    }
}
