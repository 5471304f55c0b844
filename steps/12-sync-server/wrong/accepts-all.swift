// changes: push-guard
// refused by: Step12ServerTests/stalePush()
// says: Only the record that was written may be accepted
// breaks: push-guard.6
//
// Logs and accepts every record of the batch, even those that the guard kept out.

             OVERRIDING SYSTEM VALUE
-            SELECT seq, \(user), id, version FROM written ORDER BY seq
+            SELECT seq, \(user), id, version FROM batch ORDER BY seq
             RETURNING \(unsafe: LogEntry.columns(of: "sync_log"))
