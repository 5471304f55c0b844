// changes: push-answer
// refused by: Step21AnswerTests/keepsWhatLost()
// says: belongs under
// breaks: push-answer.6
//
// Tells nobody that an edit lost.

-                try keepConflict(result, of: queued)
