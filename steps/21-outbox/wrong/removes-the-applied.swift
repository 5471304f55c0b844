// changes: push-answer
// refused by: Step21AnswerTests/keepsApplied()
// says: no pull has brought it yet
// breaks: push-answer.5
//
// Removes a command as soon as it's answered.

             case .applied:
                 try keepAnswered(queued, result)
+                try remove(queued)
