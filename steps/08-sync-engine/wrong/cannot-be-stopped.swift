// changes: sync-loop
// refused by: Step08EngineTests/cancelled()
// says: The person stopped this sync
//
// Never looks whether it was cancelled: a sync that somebody stops goes on to its end.

         while true {
-            try Task.checkCancellation()
             if case .finish(let end) = action {
