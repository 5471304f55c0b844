// replaces: user-lock
// refused by: Step12ServerTests/othersGoOn()
// says: for a permit, `pushPermits`
// breaks: user-lock.1
//
// Lets each waiting push keep a connection, so one user with many phones takes them all.

            return try await write(records, user: user, receipt: receipt) { connection in
                let rows = try connection.query("SELECT id FROM users WHERE id = \(user) FOR NO KEY UPDATE")
                guard rows.count == 1 else { throw SyncStoreError.unknownUser }
            }
