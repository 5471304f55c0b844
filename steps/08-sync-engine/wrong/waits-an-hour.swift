// changes: backoff
// refused by: Step08EngineTests/retryAfter()
// says: asked for an hour of rest
//
// Does what the server asks for, also where it asks for longer than anybody would watch a phone sync.

         if let wish = failure.retryAfterSeconds {
-            guard wish <= settings.longestWaitSeconds else { return nil }
             return .wait(seconds: wish)
