import GRDB

/// The tables of a device's store, and the migrations from older stores.
enum StoreSchema {
    /// The application id in the file's header, "VITL". It tells a Vitals store from another program's database.
    static let applicationID: Int32 = 0x5649_544C

    static func migrator(_ features: FeatureList) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 measurements and cursor") { database in
            // @write 4 store-schema
            // SQLite's default BINARY collation compares text by its UTF-8 bytes, as the order of records requires.
            try database.execute(
                sql: """
                    CREATE TABLE measurement (
                      id          TEXT    NOT NULL PRIMARY KEY,
                      kind        TEXT    NOT NULL,
                      value_      REAL    NOT NULL,
                      unit        TEXT    NOT NULL,
                      recorded_at INTEGER NOT NULL,
                      updated_at  INTEGER NOT NULL,
                      version     INTEGER NOT NULL,
                      extra       TEXT    NOT NULL DEFAULT '',
                      dirty       INTEGER NOT NULL DEFAULT 1
                    );
                    CREATE INDEX measurement_dirty ON measurement (dirty, id);
                    CREATE INDEX measurement_kind  ON measurement (kind, recorded_at);

                    CREATE TABLE sync_state (
                      id     INTEGER NOT NULL PRIMARY KEY DEFAULT 0 CHECK (id = 0),
                      cursor INTEGER NOT NULL DEFAULT 0
                    );
                    INSERT INTO sync_state (id, cursor) VALUES (0, 0);
                    """)
            // @starter
            //| throw NotWritten(4, "make the tables measurement and sync_state")
            // @end
        }
        migrator.registerMigration("2 receipts, accounts, refusals, conflicts") { database in
            try database.execute(
                sql: """
                    ALTER TABLE sync_state ADD COLUMN receipt      TEXT;
                    ALTER TABLE sync_state ADD COLUMN origin       TEXT;
                    ALTER TABLE sync_state ADD COLUMN account      TEXT;
                    ALTER TABLE sync_state ADD COLUMN features     TEXT;
                    ALTER TABLE sync_state ADD COLUMN last_sync_at INTEGER;

                    -- 1 while the row is an edit made on this device, also once the server has it.
                    ALTER TABLE measurement ADD COLUMN own INTEGER NOT NULL DEFAULT 0;
                    -- The last record exchanged with the server, for rows that differ from it.
                    CREATE TABLE base (
                      id          TEXT    NOT NULL PRIMARY KEY,
                      kind        TEXT    NOT NULL,
                      value_      REAL    NOT NULL,
                      unit        TEXT    NOT NULL,
                      recorded_at INTEGER NOT NULL,
                      updated_at  INTEGER NOT NULL,
                      version     INTEGER NOT NULL,
                      extra       TEXT    NOT NULL
                    );
                    -- Copies that the server refused, until they are edited.
                    CREATE TABLE rejected (
                      number      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
                      id          TEXT    NOT NULL,
                      kind        TEXT    NOT NULL,
                      value_      REAL    NOT NULL,
                      unit        TEXT    NOT NULL,
                      recorded_at INTEGER NOT NULL,
                      updated_at  INTEGER NOT NULL,
                      version     INTEGER NOT NULL,
                      extra       TEXT    NOT NULL,
                      code        TEXT    NOT NULL,
                      detail      TEXT    NOT NULL,
                      rejected_at INTEGER NOT NULL
                    );
                    CREATE INDEX rejected_id ON rejected (id);
                    -- Local edits that lost, until they are restored or dismissed.
                    CREATE TABLE conflict (
                      number         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
                      id             TEXT    NOT NULL,
                      kind           TEXT    NOT NULL,
                      value_         REAL    NOT NULL,
                      unit           TEXT    NOT NULL,
                      recorded_at    INTEGER NOT NULL,
                      updated_at     INTEGER NOT NULL,
                      version        INTEGER NOT NULL,
                      extra          TEXT    NOT NULL,
                      lost_at        INTEGER NOT NULL
                    );
                    CREATE TABLE health_anchor (
                      source TEXT NOT NULL PRIMARY KEY,
                      anchor TEXT NOT NULL
                    );
                    """)
        }
        migrator.registerMigration("3 who wrote what was refused") { database in
            // Before this migration, every refused copy counted as the person's own.
            try database.execute(sql: "ALTER TABLE rejected ADD COLUMN own INTEGER NOT NULL DEFAULT 1")
        }
        for migration in features.migrations {
            migrator.registerMigration(migration.name) { try $0.execute(sql: migration.sql) }
        }
        return migrator
    }
}
