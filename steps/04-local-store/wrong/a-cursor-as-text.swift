// changes: store-schema
// refused by: Step04StoreTests/columnTypes()
// says: The column cursor of sync_state should hold integer
// breaks: store-schema.2
//
// Keeps the cursor as text.

                       id     INTEGER NOT NULL PRIMARY KEY DEFAULT 0 CHECK (id = 0),
-                      cursor INTEGER NOT NULL DEFAULT 0
+                      cursor TEXT    NOT NULL DEFAULT 0
                     );
