// changes: backoff
// refused by: Step08EngineTests/backoff()
// says: should be between 0 and
// breaks: backoff.5
//
// Doubles the ceiling before the first wait already.

-        let ceiling = min(settings.longestWaitSeconds, settings.firstWaitSeconds * pow(2, Double(attemptCount - 1)))
+        let ceiling = min(settings.longestWaitSeconds, settings.firstWaitSeconds * pow(2, Double(attemptCount)))
