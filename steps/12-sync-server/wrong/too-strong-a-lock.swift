// changes: user-lock
// refused by: Step12ServerTests/besideReferences()
// says: waited for a transaction that only refers to
// breaks: user-lock.6
//
// Takes the strongest lock of a row, so a push and a transaction that inserts a row for the user wait for each other.

                     // Makes a second push wait, even one on another server. A foreign key's own check can still pass.
-                    let rows = try connection.query("SELECT id FROM users WHERE id = \(user) FOR NO KEY UPDATE")
+                    let rows = try connection.query("SELECT id FROM users WHERE id = \(user) FOR UPDATE")
                     guard rows.count == 1 else { throw SyncStoreError.unknownUser }
