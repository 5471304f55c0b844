// changes: sync-loop
// refused by: Step08EngineTests/cancelled()
// says: The person stopped this sync
// breaks: sync-loop.3
//
// Never checks whether it was cancelled: a sync that you stop runs on to its end.

         while true {
-            try Task.checkCancellation()
             if case .finish(let end) = action {
