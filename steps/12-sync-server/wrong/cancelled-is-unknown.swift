// changes: user-lock
// refused by: Step12ServerTests/deletedUser()
// says: so a 401 makes the app
// breaks: user-lock.7
//
// Takes an error of the database for a user who is gone.

-                    let rows = try connection.query("SELECT id FROM users WHERE id = \(user) FOR NO KEY UPDATE")
-                    guard rows.count == 1 else { throw SyncStoreError.unknownUser }
+                    let rows = try? connection.query("SELECT id FROM users WHERE id = \(user) FOR NO KEY UPDATE")
+                    guard rows?.count == 1 else { throw SyncStoreError.unknownUser }
