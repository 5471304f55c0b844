// changes: ask-once
// refused by: Step19InsightsTests/failure()
// says: The model failed, and the insight is "Answer 2."
// breaks: ask-once.10
//
// Asks once more. A model that's down has twice the requests, and the claim may end in between.

-                let text = (try? await writer.write(totals)).flatMap(InsightText.checked)
+                var text = (try? await writer.write(totals)).flatMap(InsightText.checked)
+                if text == nil { text = (try? await writer.write(totals)).flatMap(InsightText.checked) }
