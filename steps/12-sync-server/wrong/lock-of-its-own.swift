// replaces: user-lock
// refused by: Step12ServerTests/holdsRowUntilCommit()
// says: could lock the row
// breaks: user-lock.4
//
// Locks the row in a transaction of its own. When that ends the lock is gone, and the write hasn't begun.

            return try await pushPermits.withPermit(at: user) {
                try await pool.transaction { connection in
                    let rows = try connection.query("SELECT id FROM users WHERE id = \(user) FOR NO KEY UPDATE")
                    guard rows.count == 1 else { throw SyncStoreError.unknownUser }
                }
                return try await write(records, user: user, receipt: receipt) { _ in }
            }
