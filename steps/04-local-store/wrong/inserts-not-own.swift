// changes: put-record
// refused by: Step04StoreTests/marksOwnRows()
// says: upsert 0
// breaks: put-record.4
//
// Writes `own` only into a row that is there already.

             """
-            INSERT INTO measurement (\(Self.columns), dirty, own) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
+            INSERT INTO measurement (\(Self.columns), dirty, own) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0)
             ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, value_ = excluded.value_, unit = excluded.unit,
               recorded_at = excluded.recorded_at, updated_at = excluded.updated_at, version = excluded.version,
-              extra = excluded.extra, dirty = excluded.dirty, own = excluded.own
+              extra = excluded.extra, dirty = excluded.dirty, own = ?10
             """, record.arguments + [dirty, own])
