// changes: perform-once
// refused by: Step21OnceTests/recordsAnew()
// says: The new answer is recorded by now
// breaks: perform-once.5
//
// Records the new answer with the time of the old one.

-            RecordedAnswer(payloadHash: hash, result: CanonicalJSON.text(result.json), performedAt: now),
-            for: command.requestID)
+            RecordedAnswer(
+                payloadHash: hash, result: CanonicalJSON.text(result.json), performedAt: earlier?.performedAt ?? now),
+            for: command.requestID)
