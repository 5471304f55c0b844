// changes: backoff
// refused by: Step08EngineTests/retryAfter()
// says: Only a longer wish is enough
//
// Gives up at a wait that is just as long as the settings allow.

         if let wish = failure.retryAfterSeconds {
-            guard wish <= settings.longestWaitSeconds else { return nil }
+            guard wish < settings.longestWaitSeconds else { return nil }
