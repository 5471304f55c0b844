// replaces: login
// refused by: Step14RunTests/loginElsewhere()
// says: Bind first
//
// Keeps the new token before it knows whether this store may talk to that server.

        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw LoginError.badToken }
        try tokens.setToken(token)
        try store.withSyncLock {
            if rebind { try store.rebind() }
            try store.bind(origin: server.description)
        }
