// changes: settle-answer
// refused by: Step23AnswerTests/laterSnoozeStays()
// says: although it came first
// breaks: settle-answer.3
//
// Of two snoozes, the one that arrives last stays.

-        case (.snoozed(let one), .snoozed(let other)): return other > one ? change.to : current
+        case (.snoozed, .snoozed): return change.to
