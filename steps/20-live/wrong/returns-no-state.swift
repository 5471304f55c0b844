// changes: apply-event
// refused by: Step20MergeTests/refusesWhatDoesNotFit()
// says: The event doesn't fit, because the stream is another account's. You return
// breaks: apply-event.4
//
// Reads the state for itself, and returns an empty one.

-            applied.state = try SyncState.fetch(tables.database)
-            guard let account, applied.state.origin == origin, applied.state.account == account,
-                event.seq > applied.state.cursor
+            let state = try SyncState.fetch(tables.database)
+            guard let account, state.origin == origin, state.account == account, event.seq > state.cursor
             else {
