// changes: ask-once
// refused by: Step19InsightsTests/limit()
// says: The model should be asked 48 times
//
// Each record makes a new question, and each question costs whoever runs the server.

-                limit: Self.questionLimit)
+                limit: .max)
