// replaces: login
// refused by: Step14RunTests/loginDuringSync()
// says: Bind and keep the token within `withSyncLock`
//
// Changes the server and the token even while a sync is under way.

        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw LoginError.badToken }
        let state = try store.syncState()
        if rebind || state.origin == nil || state.isUntouched { try tokens.removeToken() }
        if rebind { try store.rebind() }
        try store.bind(origin: server.description)
        try tokens.setToken(token)
