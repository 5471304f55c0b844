// changes: backoff
// refused by: Step08EngineTests/longestWait()
// says: so phones come back at the same moment. Limit the ceiling
// breaks: backoff.6
//
// Limits the wait in place of the ceiling. After some failures nearly every phone waits for exactly the longest time.

-        let ceiling = min(settings.longestWaitSeconds, settings.firstWaitSeconds * pow(2, Double(attemptCount - 1)))
-        return .wait(seconds: Double.random(in: 0...ceiling, using: &random))
+        let ceiling = settings.firstWaitSeconds * pow(2, Double(attemptCount - 1))
+        return .wait(seconds: min(settings.longestWaitSeconds, Double.random(in: 0...ceiling, using: &random)))
