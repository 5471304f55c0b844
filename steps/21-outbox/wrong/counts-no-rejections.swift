// changes: push-answer
// refused by: Step21AnswerTests/countsAllKinds()
// says: The only answer was a rejection
// breaks: push-answer.8
//
// Counts only answers of the other kinds.

-            count += 1
+            count += result.status == .rejected ? 0 : 1
