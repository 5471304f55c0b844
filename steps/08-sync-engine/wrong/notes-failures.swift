// changes: sync-loop
// refused by: Step08EngineTests/failure()
// says: Call `noteSyncEnded()` for `.done` alone
// breaks: sync-loop.5
//
// Notes the end of every sync, even of one that failed.

             if case .finish(let end) = action {
+                try store.noteSyncEnded()
                 switch end {
                 case .done:
-                    try store.noteSyncEnded()
                     return engine.report
