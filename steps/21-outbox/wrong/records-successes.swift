// changes: perform-once
// refused by: Step21OnceTests/recordsRefusals()
// says: may have shown that to the user
// breaks: perform-once.5
//
// Records only what was applied.

-        work.record(
+        if result.status == .applied { work.record(
             RecordedAnswer(payloadHash: hash, result: CanonicalJSON.text(result.json), performedAt: now),
-            for: command.requestID)
+            for: command.requestID) }
