// changes: settle-answer
// refused by: Step23AnswerTests/seenIsAnEdit()
// says: want to be asked again
// breaks: settle-answer.4
//
// What is done can never be snoozed, not even on purpose.

-            current != change.base, current != change.to
+            current != change.to
