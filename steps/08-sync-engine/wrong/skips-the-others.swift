// changes: push-dirty
// refused by: Step08EngineTests/pushesTheOthers()
// says: its next action is readDirty
// breaks: push-dirty.2
//
// Leaves a whole batch out if one of its rows is skipped.

-        guard !batch.isEmpty else { return nextPush() }
+        guard batch.count == rows.count else { return nextPush() }
