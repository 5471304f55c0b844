// changes: user-lock
// refused by: Step12ServerTests/holdsRowUntilCommit()
// says: the push locks more than
// breaks: user-lock.2
//
// Locks the log, too, so that its numbers are in order. Now everyone waits for the push that's writing.

                     guard rows.count == 1 else { throw SyncStoreError.unknownUser }
+                    _ = try connection.query("LOCK TABLE sync_log IN EXCLUSIVE MODE")
                 }
