// replaces: user-lock
// refused by: Step12ServerTests/noRecordIsSkipped()
// says: take the user's row
// breaks: user-lock.3
//
// Checks that the user exists but locks nothing, so concurrent pushes commit in any order.

            return try await write(records, user: user, receipt: receipt) { _ in }
