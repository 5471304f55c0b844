// changes: sync-loop
// refused by: Step08EngineTests/endAndProgress()
// says: the one to the push as well
// breaks: sync-loop.6
//
// Reports the progress after pages only.

             let event = try await perform(action)
+            let isPage = if case .applyPage = action { true } else { false }
             action = engine.handle(event)
-            if case .applied = event { progress?(engine.report) }
+            if isPage { progress?(engine.report) }
