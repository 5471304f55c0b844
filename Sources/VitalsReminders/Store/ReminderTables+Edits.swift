import Foundation
import Vitals
import VitalsEntities

// What a person does with reminders. A refused write stores nothing.

extension ReminderTables {
    func add(_ draft: ReminderDraft) throws -> UUID {
        try requireAccess()
        var values = try draft.values()
        try requireTags(draft.tags)
        values["group"] = .string(try (draft.group ?? usualGroup()).lowercased)
        let id = UUID()
        try plainly { try entities.create(reminderType, id: id, values) }
        return id
    }

    func update(_ id: UUID, _ draft: ReminderDraft) throws {
        try requireAccess()
        guard let shown = try reminder(id) else { throw Self.notFound }
        var values = try draft.values()
        try requireTags(draft.tags.filter { !shown.tags.contains($0) })
        // The only occurrence was answered when it was at another time. Moved, it's a new one.
        let isMoved = ["start", "time", "zone"].contains { field in
            values[field].map { $0 != (shown.fields[field] ?? .null) } ?? false
        }
        let answered = "occurrences.\(Occurrence.once)"
        if isMoved, values["rule"] == .null, shown.fields[answered] != nil { values[answered] = .null }
        try plainly { try entities.update(shown.id, values, seen: draft.seen) }
    }

    func delete(_ id: UUID) throws {
        try requireAccess()
        guard let shown = try reminder(id) else { throw Self.notFound }
        try entities.delete(shown.id)
    }

    /// - Parameter state: nil undoes an answer.
    func answer(_ id: UUID, _ occurrence: String, _ state: OccurrenceState?, zone: TimeZone) throws {
        try requireAccess()
        guard let shown = try reminder(id) else { throw Self.notFound }
        let field = "occurrences.\(occurrence)"
        guard shown.has(occurrence, in: zone) || shown.fields[field] != nil else {
            throw ReminderInvalid("occurrence", "The reminder has no such day.")
        }
        if case .snoozed(let until) = state { try requireSnooze(until) }
        try plainly { try entities.update(shown.id, [field: state?.json ?? .null]) }
    }

    /// How long a reminder can be snoozed: 30 days, in milliseconds.
    private static let longestSnoozeMilliseconds: Int64 = 30 * 86_400_000

    private func requireSnooze(_ until: Timestamp) throws {
        let distance = until.millisecondsSinceEpoch - tables.clock().millisecondsSinceEpoch
        guard distance > 0 else { throw ReminderInvalid("until", "Choose a time that is still to come.") }
        guard distance <= Self.longestSnoozeMilliseconds else {
            throw ReminderInvalid("until", "A reminder can be snoozed for at most 30 days.")
        }
    }

    private func requireTags(_ tags: [UUID]) throws {
        for tag in tags {
            guard try entities.entity(tag)?.type == "tag" else {
                throw ReminderInvalid("tags", "A tag is gone. Choose others.")
            }
        }
    }

    /// The only group, or the one that is called "Reminders", which is made if there is none.
    private func usualGroup() throws -> UUID {
        // Two are enough to see that there are several.
        let first = try entities.list("group", limit: 2)
        if first.count == 1 { return first[0].id }
        let name = EntityName.folded(Self.groupName)
        var last: Entity?
        while true {
            let page = try entities.list("group", after: last, limit: 500)
            if let found = page.first(where: { EntityName.folded($0.text("name")) == name }) { return found.id }
            last = page.last
            if page.count < 500 { break }
        }
        let id = UUID()
        try entities.create(EntityTypes.builtIn["group"]!, id: id, ["name": .string(Self.groupName)])
        return id
    }

    private static let groupName = "Reminders"

    private var reminderType: EntityType { EntityTypes.builtIn["reminder"]! }

    static let notFound = StoreError(.notFound, "There is no such reminder on this device.")

    /// Says a broken rule of the type in a sentence of its own.
    private func plainly<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as EntityInvalid {
            let field = error.path.split(separator: ".").dropFirst().first.map(String.init)
            throw ReminderInvalid(
                field ?? "", field.map { "The \($0) can't be stored. \(error.detail)" } ?? error.detail)
        }
    }
}

extension Reminder {
    /// True if the schedule has an occurrence of that name. A reminder without a schedule has one, called `once`.
    fileprivate func has(_ occurrence: String, in device: TimeZone) -> Bool {
        guard let schedule else { return trouble == nil && occurrence == Occurrence.once }
        return schedule.occurrence(named: occurrence, schedule.clock(orElse: device)) != nil
    }
}
