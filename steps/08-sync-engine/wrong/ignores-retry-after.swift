// changes: backoff
// refused by: Step08EngineTests/retryAfter()
// says: asked for a wait of 7 seconds
// breaks: backoff.2
//
// Waits by its own rule, whatever the server asks for.

             guard wish <= settings.longestWaitSeconds else { return nil }
-            return .wait(seconds: wish)
         }
