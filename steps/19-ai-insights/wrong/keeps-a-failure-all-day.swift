// changes: ask-once
// refused by: Step19InsightsTests/failure()
// says: A quarter of an hour after the failure the model should be asked again
//
// Keeps a failure as long as an answer. One minute without a network costs a day without insights.

-                let milliseconds = text == nil ? Self.failureMilliseconds : Self.answerMilliseconds
+                let milliseconds = Self.answerMilliseconds
