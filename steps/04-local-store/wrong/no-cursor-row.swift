// replaces: store-schema
// refused by: Step04StoreTests/cursorIsKept()
// says: There should be one row to update
//
// Makes the table of the cursor and forgets its one row: each UPDATE then changes nothing, and says nothing.

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
                    CREATE TABLE sync_state (
                      id     INTEGER NOT NULL PRIMARY KEY DEFAULT 0 CHECK (id = 0),
                      cursor INTEGER NOT NULL DEFAULT 0
                    );
                    """)
