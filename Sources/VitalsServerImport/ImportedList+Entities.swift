import Vitals
import VitalsEntities
import VitalsServer
import VitalsServerEntities

import struct Foundation.UUID

extension ImportedList {
    /// Groups, tags, notes, workouts and reminders, deleted ones among them, with their versions and stamps. They get new places in the
    /// user's log, in the order in which they came.
    static let entities = ImportedList(name: "entities", batchCount: 128) { elements, store, user in
        var (rows, outcome) = ([EntityRow](), Outcome())
        for element in elements {
            do {
                rows.append(try EntityRow(json: element))
            } catch let error as JSONError {
                outcome.refused.append("entity: \(error.detail)")
            }
        }
        outcome.storedCount = try await entityStore(store).transact(user: user, receipt: nil) { [rows] storage, head in
            let known = Set(try storage.stubs(rows.map(\.id)).map(\.id))
            var (changes, seq) = (EntityChanges(), head?.seq ?? 0)
            for var row in rows where !known.contains(row.id) {
                seq += 1
                row.seq = seq
                changes.rows.append(row)
                changes.keys[row.id] = EntityKeys(row, of: EntityTypes.builtIn[row.type])
                changes.log.append(EntityLogRow(seq: seq, tag: .random(in: .min ... .max)))
            }
            try storage.store(changes)
            return changes.rows.count
        }
        return outcome
    }

    /// The ids that stand for another one: a phone that still has one of them finds the entity.
    static let replacedIDs = ImportedList(name: "replacedIds", batchCount: 1) { elements, store, user in
        var (aliases, outcome) = ([UUID: UUID](), Outcome())
        for element in elements {
            guard case .object(let members) = element else {
                outcome.refused.append("replacedIds: Expected an object.")
                continue
            }
            for member in members {
                guard let id = UUID(text: member.name), let other = member.value.string.flatMap({ UUID(text: $0) }),
                    id != other
                else {
                    outcome.refused.append("replacedIds: Expected a UUID for a UUID.")
                    continue
                }
                aliases[id] = other
            }
        }
        // A server that follows a circle would never arrive.
        let circles = aliases.keys.filter { leadsBack($0, aliases) }
        outcome.refused += circles.map { "replacedIds: \($0.lowercased) stands for itself." }
        for id in circles { aliases[id] = nil }
        try await entityStore(store).transact(user: user, receipt: nil) { [aliases] storage, _ in
            var changes = EntityChanges()
            changes.aliases = aliases
            try storage.store(changes)
        }
        outcome.storedCount = aliases.count
        return outcome
    }

    /// True if following the ids from here doesn't end.
    private static func leadsBack(_ id: UUID, _ aliases: [UUID: UUID]) -> Bool {
        var (current, seen): (UUID, Set<UUID>) = (id, [id])
        while let next = aliases[current] {
            guard seen.insert(next).inserted else { return true }
            current = next
        }
        return false
    }

    private static func entityStore(_ store: any SyncStore) throws -> any EntityStore {
        guard let entities = store.ability((any EntityStore).self), entities.hasEntityTables else {
            throw SyncStoreError.unusable("The database has no tables of entities: run `vitals-server migrate`.")
        }
        return entities
    }
}
