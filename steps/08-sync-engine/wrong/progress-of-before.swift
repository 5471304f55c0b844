// changes: sync-loop
// refused by: Step08EngineTests/endAndProgress()
// says: up to date only afterwards
// breaks: sync-loop.6
//
// Reports the progress before the engine has counted what was applied.

             let event = try await perform(action)
-            action = engine.handle(event)
             if case .applied = event { progress?(engine.report) }
+            action = engine.handle(event)
