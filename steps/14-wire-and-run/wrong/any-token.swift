// replaces: login
// refused by: Step14RunTests/brokenToken()
// says: can't be a header's value
//
// Takes anything that was typed as a token.

        try store.withSyncLock {
            if rebind { try store.rebind() }
            try store.bind(origin: server.description)
            try tokens.setToken(token)
        }
