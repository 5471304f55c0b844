// replaces: compose-syncer
// refused by: Step14RunTests/loginFirst()
// says: The phone isn't logged in
//
// Falls back to the address of a developer's server if no login has named one.

        let server = try ServerOrigin(try store.syncState().origin ?? "http://127.0.0.1:8080")
        return Syncer(store: store, api: api(server, tokens), origin: server.description, settings: settings)
