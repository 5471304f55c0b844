// changes: ask-once
// refused by: Step19InsightsTests/hostileText()
// says: the second request got
// breaks: ask-once.9
//
// Checks what it returns, and keeps what the model wrote. The next request gets that.

-                let text = (try? await writer.write(totals)).flatMap(InsightText.checked)
+                let written = try? await writer.write(totals)
+                let text = written.flatMap(InsightText.checked)
@@
-                try await store.keepInsight(text, for: question, user: user, until: now().later(by: milliseconds))
+                try await store.keepInsight(
+                    text == nil ? nil : written, for: question, user: user, until: now().later(by: milliseconds))
