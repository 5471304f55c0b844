// changes: put-record
// refused by: Step04StoreTests/upsertReplaces()
// says: An empty `extra` replaces the old one
// breaks: put-record.2
//
// Keeps what a newer phone wrote if the new record has nothing of it. So a note that was deleted comes back.

-              extra = excluded.extra, dirty = excluded.dirty, own = excluded.own
+              extra = CASE WHEN excluded.extra = '' THEN extra ELSE excluded.extra END,
+              dirty = excluded.dirty, own = excluded.own
