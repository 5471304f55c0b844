// changes: store-schema
// refused by: Step04StoreTests/syncStateHasOneRow()
// says: a second row, with the id 0
// breaks: store-schema.6
//
// Checks the id, and lets two rows have it.

                     CREATE TABLE sync_state (
-                      id     INTEGER NOT NULL PRIMARY KEY DEFAULT 0 CHECK (id = 0),
+                      id     INTEGER NOT NULL DEFAULT 0 CHECK (id = 0),
                       cursor INTEGER NOT NULL DEFAULT 0
