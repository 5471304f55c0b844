// changes: ask-once
// refused by: Step19InsightsTests/limit()
// says: The model should be asked 48 times
// breaks: ask-once.4
//
// Each record makes a new question, and the person who runs the server pays for each question.

-                limit: Self.questionLimit)
+                limit: .max)
