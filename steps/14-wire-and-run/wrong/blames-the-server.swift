// replaces: compose-syncer
// refused by: Step14RunTests/damagedToken()
// says: no server was asked anything
//
// Leaves it to the client to find out that the token cannot be read.

        guard let origin = try store.syncState().origin else {
            throw PhoneError("This phone knows no server yet: run `vitals-device login --server URL` first.")
        }
        let server = try ServerOrigin(origin)
        return Syncer(store: store, api: HTTPSyncAPI(server: server, tokens: tokens), origin: server.description)
