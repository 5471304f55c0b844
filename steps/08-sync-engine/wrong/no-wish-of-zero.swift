// changes: backoff
// refused by: Step08EngineTests/noWaitAskedFor()
// says: a wait like any other
// breaks: backoff.2
//
// Treats a wait of 0 seconds as if the server hadn't asked for one.

         guard attemptCount < settings.maximumAttempts else { return nil }
-        if let wish = failure.retryAfterSeconds {
+        if let wish = failure.retryAfterSeconds, wish > 0 {
             guard wish <= settings.longestWaitSeconds else { return nil }
