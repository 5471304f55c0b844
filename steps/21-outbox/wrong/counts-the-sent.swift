// changes: push-answer
// refused by: Step21AnswerTests/counts()
// says: so nothing was settled
// breaks: push-answer.8
//
// Counts the commands of the batch.

-        return count
+        return batch.count
