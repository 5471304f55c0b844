// changes: user-lock
// refused by: Step12ServerTests/deletedUser()
// says: must be answered with 401
//
// Locks the row, but never checks whether there was one.

                     // Makes a second push wait, even one on another server. A foreign key's own check can still pass.
-                    let rows = try connection.query("SELECT id FROM users WHERE id = \(user) FOR NO KEY UPDATE")
-                    guard rows.count == 1 else { throw SyncStoreError.unknownUser }
+                    try connection.query("SELECT id FROM users WHERE id = \(user) FOR NO KEY UPDATE")
                 }
