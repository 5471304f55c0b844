// changes: push-answer
// refused by: Step21AnswerTests/countsAllKinds()
// says: The only answer was a conflict
// breaks: push-answer.8
//
// Counts only answers of the other kinds.

-            count += 1
+            count += result.status == .conflict ? 0 : 1
