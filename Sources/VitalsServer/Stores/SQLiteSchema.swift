import GRDB
import Vitals

/// Tables that a feature brings into the server's file. A file that has them can only be opened by a program that
/// lists this migration.
package struct SQLiteMigration: Sendable {
    /// Unique and never changed, such as `2 device_tokens`.
    let name: String
    let sql: String

    package init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}

/// The tables of a server on SQLite. Times are milliseconds since the epoch; ids are lower-case texts.
enum SQLiteSchema {
    /// `VSRV`: tells our files apart from those of other programs.
    static let applicationID: Int32 = 0x5653_5256

    static func migrator(adding migrations: [SQLiteMigration]) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 users, measurements, sync_log") { db in
            try db.execute(sql: tables)
            try db.execute(
                sql: "INSERT INTO users (id, token) VALUES (?, ?)",
                arguments: [DevelopmentUser.id.lowercased, DevelopmentUser.token])
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        migrator.registerMigration("9 tags of log rows") { db in
            try db.execute(sql: "ALTER TABLE sync_log ADD COLUMN tag INTEGER")  // NULL in the rows from before
        }
        for migration in migrations {
            migrator.registerMigration(migration.name) { db in try db.execute(sql: migration.sql) }
        }
        return migrator
    }

    // AUTOINCREMENT, because SQLite gives a plain rowid out again once the last row is gone, and a cursor that has
    // passed it would never see the new row. BINARY is the default collation: it compares bytes, as `Precedence` does.
    private static let tables = """
        CREATE TABLE users (
          id    TEXT NOT NULL PRIMARY KEY,
          token TEXT NOT NULL UNIQUE
        ) STRICT;

        CREATE TABLE measurements (
          user_id     TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
          id          TEXT    NOT NULL,
          kind        TEXT    NOT NULL,
          value       REAL    NOT NULL CHECK (value BETWEEN -1.7976931348623157e308 AND 1.7976931348623157e308),
          unit        TEXT    NOT NULL,
          recorded_at INTEGER NOT NULL CHECK (recorded_at BETWEEN -62135596800000 AND 253402300799999),
          updated_at  INTEGER NOT NULL CHECK (updated_at BETWEEN -62135596800000 AND 253402300799999),
          version     INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
          extra       TEXT    NOT NULL DEFAULT '',
          seq         INTEGER NOT NULL,
          PRIMARY KEY (user_id, id)
        ) STRICT;
        CREATE UNIQUE INDEX measurements_user_seq ON measurements (user_id, seq);

        CREATE TABLE sync_log (
          seq        INTEGER PRIMARY KEY AUTOINCREMENT,
          user_id    TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
          record_id  TEXT    NOT NULL,
          version    INTEGER NOT NULL,
          applied_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX sync_log_user_seq ON sync_log (user_id, seq);
        """
}
