// changes: ask-once
// refused by: Step19InsightsTests/asksOnce()
// says: 25 hours later the numbers are the same
// breaks: ask-once.9
//
// Keeps an answer as long as a failure. The model is asked six times an hour.

-                let milliseconds = text == nil ? Self.failureMilliseconds : Self.answerMilliseconds
+                let milliseconds = Self.failureMilliseconds
