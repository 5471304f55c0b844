// changes: settle-answer
// refused by: Step23AnswerTests/othersAreEdits()
// says: and this phone snoozes it
// breaks: settle-answer.6
//
// Lets a snooze win over "no answer", which somebody has chosen.

-        guard let stored = EntityAnswer(current), let chosen = EntityAnswer(change.to),
-            current != change.base, current != change.to
-        else { return nil }
+        if current == .null, change.base != .null, case .snoozed? = EntityAnswer(change.to) { return change.to }
+        guard let stored = EntityAnswer(current), let chosen = EntityAnswer(change.to),
+            current != change.base, current != change.to
+        else { return nil }
