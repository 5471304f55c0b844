// changes: store-schema
// refused by: Step04StoreTests/indexes(method:condition:)
// says: allByKind() looks for
// breaks: store-schema.9
//
// Begins the index with the column that it is sorted by, and not with the one that rows are looked up by.

                     CREATE INDEX measurement_dirty ON measurement (dirty, id);
-                    CREATE INDEX measurement_kind  ON measurement (kind, recorded_at);
+                    CREATE INDEX measurement_time  ON measurement (recorded_at, kind);
