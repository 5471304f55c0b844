// changes: sync-loop
// refused by: Step08EngineTests/cancelled()
// says: while it stored its last page
// breaks: sync-loop.3
//
// Looks for a cancellation after it has looked for the end. A sync that you stop in its last turn is noted as one that
// ended well.

-            try Task.checkCancellation()
             if case .finish(let end) = action {
@@
-            let event = try await perform(action)
+            try Task.checkCancellation()
+            let event = try await perform(action)
