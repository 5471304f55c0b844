// changes: backoff
// refused by: Step08EngineTests/backoff()
// says: should have doubled with each attempt
// breaks: backoff.5
//
// Draws every wait below the first ceiling.

-        let ceiling = min(settings.longestWaitSeconds, settings.firstWaitSeconds * pow(2, Double(attemptCount - 1)))
+        let ceiling = min(settings.longestWaitSeconds, settings.firstWaitSeconds)
