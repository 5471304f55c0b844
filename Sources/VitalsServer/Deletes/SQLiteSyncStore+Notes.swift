package import Foundation
package import GRDB
package import Vitals

extension SQLiteMigration {
    /// The notes of overwritten versions, one text of JSON for each record that has any.
    package static let overwritten = SQLiteMigration(
        name: "3 overwritten",
        sql: """
            CREATE TABLE overwritten (
              user_id   TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              record_id TEXT NOT NULL,
              versions  TEXT NOT NULL,
              PRIMARY KEY (user_id, record_id)
            ) STRICT;
            """)
}

extension SQLiteSyncStore: OverwrittenStore {
    package func overwritten(_ ids: [UUID], user: UUID) async throws -> [UUID: OverwrittenVersions] {
        try await read { db in try SQLiteNotes(db: db, user: user).notes(ids) }
    }

    package func recordsMarkedDeleted() async throws -> [UUID: [Vitals.Measurement]] {
        try await read { db in
            var found: [UUID: [Vitals.Measurement]] = [:]
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT user_id, id, kind, value, unit, recorded_at, updated_at, version, extra
                    FROM measurements WHERE extra LIKE '%"deleted":%'
                    """)
            while let row = try rows.next() {
                guard let user = UUID(uuidString: row["user_id"]) else { continue }
                found[user, default: []].append(try Vitals.Measurement(storedIn: row))
            }
            return found
        }
    }

    /// Without its hook this store notes nothing.
    package func ability<Ability>(_ type: Ability.Type) -> Ability? {
        type == (any OverwrittenStore).self && !pushHooks.contains { $0.table == OverwrittenNotes.table }
            ? nil : self as? Ability
    }
}

extension PushHook<Database> {
    /// Keeps notes of overwritten versions in the server's file, which needs the migration `overwritten`.
    package static let overwrittenNotes = PushHook.notes { SQLiteNotes(db: $0, user: $1) }
}

private struct SQLiteNotes: NoteTables {
    let db: Database
    let user: UUID

    func stored(_ ids: [UUID]) throws -> [Vitals.Measurement] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, kind, value, unit, recorded_at, updated_at, version, extra
                FROM measurements WHERE user_id = ? AND id = ?
                """)
        return try ids.compactMap { id in
            try Row.fetchOne(statement, arguments: [user.lowercased, id.lowercased])
                .map(Vitals.Measurement.init(storedIn:))
        }
    }

    func notes(_ ids: [UUID]) throws -> [UUID: OverwrittenVersions] {
        let statement = try db.cachedStatement(
            sql: "SELECT versions FROM overwritten WHERE user_id = ? AND record_id = ?")
        var notes: [UUID: OverwrittenVersions] = [:]
        for id in ids {
            guard let text = try String.fetchOne(statement, arguments: [user.lowercased, id.lowercased]) else {
                continue
            }
            notes[id] = try OverwrittenVersions(text: text)
        }
        return notes
    }

    func setNotes(_ notes: [UUID: OverwrittenVersions]) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO overwritten (user_id, record_id, versions) VALUES (?, ?, ?)")
        for (id, versions) in notes {
            try statement.execute(arguments: [user.lowercased, id.lowercased, versions.text])
        }
    }
}

extension OverwrittenVersions {
    /// Reads the text that a store keeps.
    init(text: String) throws { self.init(json: try JSONValue(parsing: Array(text.utf8))) }

    /// The text that a store keeps.
    var text: String { CanonicalJSON.text(.object(members)) }
}
