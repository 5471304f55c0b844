// replaces: settle-answer
// refused by: Step23AnswerTests/doneStays()
// says: and the snooze didn't know it
// breaks: settle-answer.1
//
// Merges an answer like any other value: somebody has to decide between done and a snooze.

return nil
