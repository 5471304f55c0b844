// replaces: login
// refused by: Step14DeviceTests/tokenThatStays(rebind:)
// says: Remove the token first, then move the store
//
// Removes the old token after the store has moved. If that fails, or the power goes in between, it's beside the new server.

        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw LoginError.badToken }
        try store.withSyncLock {
            let isUntouched = try store.syncState().isUntouched
            if rebind { try store.rebind() }
            try store.bind(origin: server.description)
            if rebind || isUntouched { try tokens.removeToken() }
            try tokens.setToken(token)
        }
