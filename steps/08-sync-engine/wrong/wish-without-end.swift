// changes: backoff
// refused by: Step08EngineTests/retryAfterIsCounted()
// says: Look at `attemptCount` before
//
// Obeys the server's wish before it counts, for as long as the server has one.

         attemptCount += 1
-        guard attemptCount < settings.maximumAttempts else { return nil }
         if let wish = failure.retryAfterSeconds {
             guard wish <= settings.longestWaitSeconds else { return nil }
             return .wait(seconds: wish)
         }
+        guard attemptCount < settings.maximumAttempts else { return nil }
