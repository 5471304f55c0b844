// replaces: login
// refused by: Step14RunTests/tokenIsSecret()
// says: can be read as plain text
//
// Writes the token to a file beside the store, where it's easy to find again.

        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw LoginError.badToken }
        try store.withSyncLock {
            if rebind { try store.rebind() }
            try store.bind(origin: server.description)
            try tokens.setToken(token)
        }
        try Data(token.utf8).write(to: URL(filePath: store.path + ".token"))
