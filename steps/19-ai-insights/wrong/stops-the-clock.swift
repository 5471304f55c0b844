// changes: ask-once
// refused by: Step19InsightsTests/claimLasts()
// says: was waiting when the claim ended
// breaks: ask-once.2
//
// Looks at the clock once. A claim that ends while it waits still looks taken.

         let question = totals.fingerprint(for: cacheName)
+        let now = self.now()
         for _ in 0..<Self.lookCount {
             let claim = try await store.claimInsight(
-                question, user: user, now: now(), until: now().later(by: Self.claimMilliseconds),
+                question, user: user, now: now, until: now.later(by: Self.claimMilliseconds),
@@
-                try await store.keepInsight(text, for: question, user: user, until: now().later(by: milliseconds))
+                try await store.keepInsight(text, for: question, user: user, until: now.later(by: milliseconds))
