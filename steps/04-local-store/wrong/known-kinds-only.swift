// changes: store-schema
// refused by: Step04StoreTests/columnTypes()
// says: CHECK constraint failed
// breaks: store-schema.3
//
// Lets the schema accept only today's kinds. A newer build's kind must be stored, not refused: this phone may be the
// old one.

                       id          TEXT    NOT NULL PRIMARY KEY,
-                      kind        TEXT    NOT NULL,
+                      kind        TEXT    NOT NULL CHECK (
+                        kind IN ('WEIGHT', 'STEPS', 'HEART_RATE', 'ACTIVE_ENERGY', 'DISTANCE')
+                      ),
                       value_      REAL    NOT NULL,
