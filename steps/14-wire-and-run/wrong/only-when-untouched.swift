// replaces: login
// refused by: Step14RunTests/failedLogin(rebind:)
// says: another server (--rebind)
//
// Removes the old token only where no server has answered yet, and forgets that --rebind moves a store too.

        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw LoginError.badToken }
        try store.withSyncLock {
            if try store.syncState().isUntouched { try tokens.removeToken() }
            if rebind { try store.rebind() }
            try store.bind(origin: server.description)
            try tokens.setToken(token)
        }
