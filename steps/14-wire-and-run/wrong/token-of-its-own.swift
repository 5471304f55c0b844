// replaces: compose-syncer
// refused by: Step14RunTests/tokenIsSecret()
// says: has one from elsewhere
//
// Gives the client a token that stands in the code, and leaves the secure store alone.

        guard let origin = try store.syncState().origin else {
            throw PhoneError("This phone knows no server yet: run `vitals-device login --server URL` first.")
        }
        let server = try ServerOrigin(origin)
        let tokens = InMemorySecureStore(token: "dev-token")
        return Syncer(store: store, api: HTTPSyncAPI(server: server, tokens: tokens), origin: server.description)
