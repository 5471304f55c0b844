// replaces: login
// refused by: Step14RunTests/tokenIsSecret()
// says: printed the token
//
// Prints everything that it did, in full.

        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw LoginError.badToken }
        try store.withSyncLock {
            if rebind { try store.rebind() }
            try store.bind(origin: server.description)
            try tokens.setToken(token)
        }
        print("Logged in with the token \(token).")
