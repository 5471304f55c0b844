// changes: backoff
// refused by: Step08EngineTests/longestWait()
// says: doubles only up to the longest wait
// breaks: backoff.6
//
// Doubles the ceiling without a limit.

         }
-        let ceiling = min(settings.longestWaitSeconds, settings.firstWaitSeconds * pow(2, Double(attemptCount - 1)))
+        let ceiling = settings.firstWaitSeconds * pow(2, Double(attemptCount - 1))
