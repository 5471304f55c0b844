// changes: sync-loop
// refused by: Step08EngineTests/beginsWithTheState()
// says: learns that from the store's state
// breaks: sync-loop.2
//
// Begins with the dirty rows, because there's something to push or not. The engine never hears whose store this is.

-        var action = SyncEngine.Action.readState
+        var action = SyncEngine.Action.readDirty(after: nil, limit: settings.batchSize)
