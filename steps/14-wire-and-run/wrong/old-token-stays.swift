// replaces: login
// refused by: Step14RunTests/failedLogin(rebind:)
// says: lies beside the server http://127.0.0.1:10
//
// Binds first, and never takes the old token away: where the new one cannot be kept, the old one goes to the new server.

        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw PhoneError("The token is empty or has characters that no token has: copy it again.")
        }
        try store.whileNotSyncing {
            if rebind { try store.rebind() }
            try store.bind(origin: server.description)
            try tokens.setToken(token)
        }
