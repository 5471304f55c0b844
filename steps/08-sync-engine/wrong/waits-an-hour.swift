// changes: backoff
// refused by: Step08EngineTests/retryAfter()
// says: asked for a wait of an hour
// breaks: backoff.3
//
// Waits as long as the server asks, even if that's longer than anyone would watch a phone sync.

         if let wish = failure.retryAfterSeconds {
-            guard wish <= settings.longestWaitSeconds else { return nil }
             return .wait(seconds: wish)
