// changes: ask-once
// refused by: Step19InsightsTests/hostileText()
// says: Eleven minutes after a text that can't be shown
// breaks: ask-once.12
//
// Takes a text that can't be shown for an answer, since the model didn't throw.

-                let text = (try? await writer.write(totals)).flatMap(InsightText.checked)
-                let milliseconds = text == nil ? Self.failureMilliseconds : Self.answerMilliseconds
+                let written = try? await writer.write(totals)
+                let text = written.flatMap(InsightText.checked)
+                let milliseconds = written == nil ? Self.failureMilliseconds : Self.answerMilliseconds
