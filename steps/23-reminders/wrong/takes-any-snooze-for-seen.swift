// changes: settle-answer
// refused by: Step23AnswerTests/seenIsAnEdit()
// says: They saw a snooze, but an older one
// breaks: settle-answer.4
//
// Who has seen one snooze has seen them all.

-        guard let stored = EntityAnswer(current), let chosen = EntityAnswer(change.to),
-            current != change.base, current != change.to
-        else { return nil }
+        guard let stored = EntityAnswer(current), let chosen = EntityAnswer(change.to),
+            current != change.base, current != change.to
+        else { return nil }
+        if case .snoozed = stored, case .snoozed = chosen, case .snoozed? = EntityAnswer(change.base) { return nil }
