// replaces: login
// refused by: Step14RunTests/failedLogin(rebind:)
// says: no server has answered it yet
//
// Forgets that `bind` lets go of a server that has never answered, even without --rebind.

        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw LoginError.badToken }
        try store.withSyncLock {
            if rebind {
                try tokens.removeToken()
                try store.rebind()
            }
            try store.bind(origin: server.description)
            try tokens.setToken(token)
        }
