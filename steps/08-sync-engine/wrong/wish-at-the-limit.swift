// changes: backoff
// refused by: Step08EngineTests/retryAfter()
// says: Only a longer wait should end it
// breaks: backoff.2
//
// Gives up at a wait that's exactly as long as the settings allow.

         if let wish = failure.retryAfterSeconds {
-            guard wish <= settings.longestWaitSeconds else { return nil }
+            guard wish < settings.longestWaitSeconds else { return nil }
