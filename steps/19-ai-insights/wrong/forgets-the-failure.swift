// changes: ask-once
// refused by: Step19InsightsTests/failure()
// says: the second request waited for an answer anyway
//
// Keeps only what worked. After a failure the next requests wait for an answer that no request is asking for.

-                try await store.keepInsight(text, for: question, user: user, until: now().later(by: milliseconds))
+                if let text { try await store.keepInsight(text, for: question, user: user, until: now().later(by: milliseconds)) }
