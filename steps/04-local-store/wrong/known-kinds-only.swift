// replaces: store-schema
// refused by: Step04StoreTests/keepsEveryField()
// says: CHECK constraint failed
//
// Lets the schema take the kinds of today only. A kind of a newer build must be stored, not refused: this phone may be old.

            try database.execute(
                sql: """
                    CREATE TABLE measurement (
                      id          TEXT    NOT NULL PRIMARY KEY,
                      kind        TEXT    NOT NULL CHECK (
                        kind IN ('WEIGHT', 'STEPS', 'HEART_RATE', 'ACTIVE_ENERGY', 'DISTANCE')
                      ),
                      value_      REAL    NOT NULL,
                      unit        TEXT    NOT NULL,
                      recorded_at INTEGER NOT NULL,
                      updated_at  INTEGER NOT NULL,
                      version     INTEGER NOT NULL,
                      extra       TEXT    NOT NULL DEFAULT '',
                      dirty       INTEGER NOT NULL DEFAULT 1
                    );
                    CREATE TABLE sync_state (
                      id     INTEGER NOT NULL PRIMARY KEY DEFAULT 0 CHECK (id = 0),
                      cursor INTEGER NOT NULL DEFAULT 0
                    );
                    INSERT INTO sync_state (id, cursor) VALUES (0, 0);
                    """)
