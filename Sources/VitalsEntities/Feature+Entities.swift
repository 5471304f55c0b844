import GRDB
package import Vitals

extension Feature {
    /// Groups, tags, notes, reminders and workouts: changed by commands that wait in an outbox, decided by the server.
    package static let entities = entities(types: .builtIn)

    /// - Parameter types: those that the device knows.
    package static func entities(types: EntityTypes, rules: EntityRules = .all) -> Feature {
        Feature(name: "entities") {
            $0.migrations = [.entities]
            $0.syncStage = { stage in
                guard let api = stage.api as? any EntityAPI else { return }
                try await EntitySync(EntityAccess(stage.store, types: types, rules: rules), api).run()
            }
            // Chapter 20's stream says this type where another phone has changed an entity.
            $0.eventCursors["entities.changed"] = { database in
                try Int64.fetchOne(database, sql: "SELECT min(cursor) FROM entity_cursor") ?? 0
            }
            $0.unsent = { database in
                let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM entity_outbox WHERE seq IS NULL") ?? 0
                return UnsentItems(
                    count: count, one: "change of a note, reminder, tag or group",
                    more: "changes of notes, reminders, tags or groups")
            }
        }
    }
}
