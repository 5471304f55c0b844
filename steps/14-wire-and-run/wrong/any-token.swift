// replaces: login
// refused by: Step14RunTests/brokenToken()
// says: can be no header
//
// Takes whatever was typed for a token.

        try store.withSyncLock {
            if rebind { try store.rebind() }
            try store.bind(origin: server.description)
            try tokens.setToken(token)
        }
