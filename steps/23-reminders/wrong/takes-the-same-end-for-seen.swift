// changes: settle-answer
// refused by: Step23AnswerTests/seenIsAnEdit()
// says: somebody has written it since
// breaks: settle-answer.4
//
// Compares moments where it asks what the phone saw.

-        guard let stored = EntityAnswer(current), let chosen = EntityAnswer(change.to),
-            current != change.base, current != change.to
-        else { return nil }
+        guard let stored = EntityAnswer(current), let chosen = EntityAnswer(change.to),
+            current != change.base, current != change.to
+        else { return nil }
+        if case .snoozed = stored, stored == EntityAnswer(change.base) { return nil }
