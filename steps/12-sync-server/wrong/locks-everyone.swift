// changes: user-lock
// refused by: Step12ServerTests/othersGoOn()
// says: lock the caller's row and no other
// breaks: user-lock.2
//
// Locks the whole table of users, so one slow push holds up everyone.

                     // Makes a second push wait, even one on another server. A foreign key's own check can still pass.
+                    _ = try connection.query("LOCK TABLE users IN EXCLUSIVE MODE")
                     let rows = try connection.query("SELECT id FROM users WHERE id = \(user) FOR NO KEY UPDATE")
