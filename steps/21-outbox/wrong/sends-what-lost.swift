// changes: push-answer
// refused by: Step21AnswerTests/keepsWhatLost()
// says: A conflict is an answer, too
// breaks: push-answer.6
//
// Sends an edit that lost again and again.

                 try keepConflict(result, of: queued)
-                try keepAnswered(queued, result)
