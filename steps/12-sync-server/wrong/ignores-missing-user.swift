// replaces: user-lock
// refused by: Step12ServerTests/deletedUser()
// says: must be answered with 401
//
// Locks the row and never looks whether there was one.

            return try await pushGate.withTurn(at: user) {
                try await write(records, user: user, receipt: receipt) { connection in
                    // Makes a second push wait, that of another server too; a foreign key's own check may pass.
                    try connection.query("SELECT id FROM users WHERE id = \(user) FOR NO KEY UPDATE")
                }
            }
