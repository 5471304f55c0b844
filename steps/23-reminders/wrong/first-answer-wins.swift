// changes: settle-answer
// refused by: Step23AnswerTests/doneWins()
// says: Taken is taken
// breaks: settle-answer.2
//
// The first one to arrive stays, and what is done rings once more.

-        case (.snoozed, .done): return change.to
+        case (.snoozed, .done): return current
