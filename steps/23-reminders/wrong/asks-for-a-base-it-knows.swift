// changes: settle-answer
// refused by: Step23AnswerTests/unknownAreEdits()
// says: What it saw needn't be an answer
// breaks: settle-answer.6
//
// Settles only if it can also read what the phone saw.

-            current != change.base, current != change.to
+            change.base == .null || EntityAnswer(change.base) != nil, current != change.base, current != change.to
