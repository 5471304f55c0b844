// changes: backoff
// refused by: Step08EngineTests/backoff()
// says: a request is made four times
// breaks: backoff.1
//
// Tries again for ever.

         attemptCount += 1
-        guard attemptCount < settings.maximumAttempts else { return nil }
         if let wish = failure.retryAfterSeconds {
