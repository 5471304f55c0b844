// changes: backoff
// refused by: Step08EngineTests/backoff()
// says: all come back in one moment
//
// Doubles its waits and draws no lots: after an outage a thousand phones return in the same second.

         let ceiling = min(settings.longestWaitSeconds, settings.firstWaitSeconds * pow(2, Double(attemptCount - 1)))
-        return .wait(seconds: Double.random(in: 0...ceiling, using: &random))
+        return .wait(seconds: ceiling)
