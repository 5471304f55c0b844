// changes: settle-answer
// refused by: Step23AnswerTests/doneStays()
// says: They saw skipped
// breaks: settle-answer.4
//
// Takes completed and skipped for the same, so that who saw one of them has seen the other one.

-            current != change.base, current != change.to
+            EntityAnswer(current) != EntityAnswer(change.base), current != change.to
