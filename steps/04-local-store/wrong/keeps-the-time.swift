// changes: put-record
// refused by: Step04StoreTests/upsertReplaces()
// says: still has the old recordedAt
// breaks: put-record.2
//
// Leaves recorded_at as it is, although a person may correct when something was measured.

             ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, value_ = excluded.value_, unit = excluded.unit,
-              recorded_at = excluded.recorded_at, updated_at = excluded.updated_at, version = excluded.version,
+              updated_at = excluded.updated_at, version = excluded.version,
               extra = excluded.extra, dirty = excluded.dirty, own = excluded.own
