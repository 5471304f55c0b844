// changes: backoff
// refused by: Step08EngineTests/retryAfterIsCounted()
// says: Look at `attemptCount` before
// breaks: backoff.1
//
// Does what the server asks for before it counts, as often as the server asks.

         attemptCount += 1
-        guard attemptCount < settings.maximumAttempts else { return nil }
         if let wish = failure.retryAfterSeconds {
             guard wish <= settings.longestWaitSeconds else { return nil }
             return .wait(seconds: wish)
         }
+        guard attemptCount < settings.maximumAttempts else { return nil }
