// changes: settle-answer
// refused by: Step23AnswerTests/othersAreEdits()
// says: One phone took them, one skipped them
// breaks: settle-answer.6
//
// Keeps what was there first, done or skipped, and tells no one.

-        case (.done, .done): return nil
+        case (.done, .done): return current
