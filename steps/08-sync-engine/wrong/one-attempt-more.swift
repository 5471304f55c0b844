// changes: backoff
// refused by: Step08EngineTests/backoff()
// says: a request is made four times
// breaks: backoff.1
//
// Makes one attempt more than the settings allow.

-        guard attemptCount < settings.maximumAttempts else { return nil }
+        guard attemptCount <= settings.maximumAttempts else { return nil }
