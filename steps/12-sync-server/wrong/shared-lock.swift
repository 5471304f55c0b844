// changes: user-lock
// refused by: Step12ServerTests/rowIsTakenAlone()
// says: a lock that only one can hold
// breaks: user-lock.5
//
// Takes a lock that any number of pushes can hold at the same time.

                     // Makes a second push wait, even one on another server. A foreign key's own check can still pass.
-                    let rows = try connection.query("SELECT id FROM users WHERE id = \(user) FOR NO KEY UPDATE")
+                    let rows = try connection.query("SELECT id FROM users WHERE id = \(user) FOR SHARE")
                     guard rows.count == 1 else { throw SyncStoreError.unknownUser }
