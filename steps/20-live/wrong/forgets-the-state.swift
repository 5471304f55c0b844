// changes: apply-event
// refused by: Step20MergeTests/mergesWithoutCursor()
// says: The phone merged the event. You return the store's state
// breaks: apply-event.4
//
// Returns the store's state only for an event that doesn't fit.

-            applied.state = try SyncState.fetch(tables.database)
-            guard let account, applied.state.origin == origin, applied.state.account == account,
-                event.seq > applied.state.cursor
+            let state = try SyncState.fetch(tables.database)
+            guard let account, state.origin == origin, state.account == account, event.seq > state.cursor
             else {
+                applied.state = state
                 applied.isSuperseded = true
