// changes: ask-once
// refused by: Step19InsightsTests/hostileText()
// says: A text of 601 characters should be no insight
// breaks: ask-once.11
//
// Believes that a model which was asked for three sentences writes three.

-                let text = (try? await writer.write(totals)).flatMap(InsightText.checked)
+                let text = try? await writer.write(totals)
