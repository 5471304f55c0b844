// changes: settle-answer
// refused by: Step23AnswerTests/laterSnoozeStays()
// says: Half a second later
// breaks: settle-answer.3
//
// Rounds the moments to seconds, so that the order of arrival decides.

-        case (.snoozed(let one), .snoozed(let other)): return other > one ? change.to : current
+        case (.snoozed(let one), .snoozed(let other)):
+            return other.millisecondsSinceEpoch / 1_000 > one.millisecondsSinceEpoch / 1_000 ? change.to : current
