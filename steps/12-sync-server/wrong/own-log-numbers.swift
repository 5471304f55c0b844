// changes: push-guard
// refused by: Step12ServerTests/logNumbers()
// says: don't let it draw numbers
// breaks: push-guard.7
//
// Lets the log draw numbers of its own. No receipt can be made for a record whose number isn't in the log.

-            INSERT INTO sync_log (seq, user_id, record_id, version)
-            OVERRIDING SYSTEM VALUE
-            SELECT seq, \(user), id, version FROM written ORDER BY seq
+            INSERT INTO sync_log (user_id, record_id, version)
+            SELECT \(user), id, version FROM written ORDER BY seq
             RETURNING \(unsafe: LogEntry.columns(of: "sync_log"))
