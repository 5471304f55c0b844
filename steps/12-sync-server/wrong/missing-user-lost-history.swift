// changes: user-lock
// refused by: Step12ServerTests/deletedUser()
// says: must be answered with 401
// breaks: user-lock.7
//
// Takes a user who is gone for a history that is, so the phone begins anew, and again with each answer.

                     let rows = try connection.query("SELECT id FROM users WHERE id = \(user) FOR NO KEY UPDATE")
-                    guard rows.count == 1 else { throw SyncStoreError.unknownUser }
+                    guard rows.count == 1 else { throw SyncStoreError.historyLost }
                 }
