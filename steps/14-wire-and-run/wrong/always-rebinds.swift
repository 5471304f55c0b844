// replaces: login
// refused by: Step14RunTests/loginElsewhere()
// says: should be refused without --rebind
//
// Makes the refusal go away by moving all records to wherever the login points.

        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw LoginError.badToken }
        try store.withSyncLock {
            try store.rebind()
            try store.bind(origin: server.description)
            try tokens.setToken(token)
        }
