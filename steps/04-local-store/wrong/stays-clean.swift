// changes: put-record
// refused by: Step04StoreTests/upsertReplaces()
// says: A clean row becomes dirty
// breaks: put-record.3
//
// Forgets the column dirty when it replaces a row: an edit over a clean row is never sent.

               recorded_at = excluded.recorded_at, updated_at = excluded.updated_at, version = excluded.version,
-              extra = excluded.extra, dirty = excluded.dirty, own = excluded.own
+              extra = excluded.extra, own = excluded.own
             """, record.arguments + [dirty, own])
