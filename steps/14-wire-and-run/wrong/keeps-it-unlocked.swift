// replaces: login
// refused by: Step14DeviceTests/keepsTheTokenLocked()
// says: Two logins at once
//
// Binds within the lock and keeps the token after it, so another login can come between the two.

        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw LoginError.badToken }
        try store.withSyncLock {
            if try rebind || store.syncState().isUntouched { try tokens.removeToken() }
            if rebind { try store.rebind() }
            try store.bind(origin: server.description)
        }
        try tokens.setToken(token)
