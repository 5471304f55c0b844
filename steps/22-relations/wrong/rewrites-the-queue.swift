// changes: replace-id
// refused by: Step22IdentityTests/leavesTheQueue()
// says: It stays as it is
// breaks: replace-id.7
//
// Puts the new id into the commands that wait.

-        try refreshViews(around: [old, new] + stoodFor)
+        try execute("UPDATE entity_outbox SET id = ? WHERE id = ?", [new, old])
+        try refreshViews(around: [old, new] + stoodFor)
