// changes: store-schema
// refused by: Step04StoreTests/columnsAreNeverNull()
// says: written without extra and dirty
// breaks: store-schema.5
//
// Makes rows clean by default: a row that's written without the flag is never pushed.

                       extra       TEXT    NOT NULL DEFAULT '',
-                      dirty       INTEGER NOT NULL DEFAULT 1
+                      dirty       INTEGER NOT NULL DEFAULT 0
                     );
