// changes: backoff
// refused by: Step08EngineTests/backoff()
// says: all come back at the same moment
// breaks: backoff.4
//
// Doubles its waits but adds no jitter: after an outage, a thousand phones come back in the same second.

         let ceiling = min(settings.longestWaitSeconds, settings.firstWaitSeconds * pow(2, Double(attemptCount - 1)))
-        return .wait(seconds: Double.random(in: 0...ceiling, using: &random))
+        return .wait(seconds: ceiling)
