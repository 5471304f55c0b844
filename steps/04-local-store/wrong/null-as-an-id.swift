// replaces: store-schema
// refused by: Step04StoreTests/columnsAreNeverNull()
// says: column id of measurement took NULL
//
// Trusts PRIMARY KEY to keep NULL out. In SQLite it does so for an INTEGER only.

            try database.execute(
                sql: """
                    CREATE TABLE measurement (
                      id          TEXT    PRIMARY KEY,
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
