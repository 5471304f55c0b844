// changes: store-schema
// refused by: Step04StoreTests/syncStateHasOneRow()
// says: a second row, with the id -1
// breaks: store-schema.6
//
// Keeps the ids above 0 out, and lets those below it in.

                     CREATE TABLE sync_state (
-                      id     INTEGER NOT NULL PRIMARY KEY DEFAULT 0 CHECK (id = 0),
+                      id     INTEGER NOT NULL PRIMARY KEY DEFAULT 0 CHECK (id < 1),
                       cursor INTEGER NOT NULL DEFAULT 0
