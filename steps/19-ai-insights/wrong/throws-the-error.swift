// changes: ask-once
// refused by: Step19InsightsTests/failure()
// says: An insight is nil when the model fails
// breaks: ask-once.10
//
// Lets the model's error out. The question stays claimed, and the phone gets an error for something that nobody needs.

-                let text = (try? await writer.write(totals)).flatMap(InsightText.checked)
+                let text = InsightText.checked(try await writer.write(totals))
