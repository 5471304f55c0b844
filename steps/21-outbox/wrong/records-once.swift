// changes: perform-once
// refused by: Step21OnceTests/recordsAnew()
// says: The new answer is recorded by now
// breaks: perform-once.5
//
// Records an answer only where there was none.

-        work.record(
+        if earlier == nil { work.record(
             RecordedAnswer(payloadHash: hash, result: CanonicalJSON.text(result.json), performedAt: now),
-            for: command.requestID)
+            for: command.requestID) }
