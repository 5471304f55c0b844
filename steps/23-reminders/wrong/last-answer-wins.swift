// changes: settle-answer
// refused by: Step23AnswerTests/doneStays()
// says: The pills are taken, and the snooze didn't know it
// breaks: settle-answer.1
//
// The last one to arrive wins, and the pills ring again.

-        case (.done, .snoozed): return current
+        case (.done, .snoozed): return change.to
