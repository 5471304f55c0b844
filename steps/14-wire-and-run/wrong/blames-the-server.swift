// changes: compose-syncer
// refused by: Step14RunTests/damagedToken()
// says: no server was asked anything
//
// Leaves it to the client to find out that the token can't be read.

         let server = try ServerOrigin(origin)
-        // A token that exists but can't be read is this device's error: report it here, and don't ask the server.
-        _ = try tokens.token()
         return Syncer(store: store, api: api(server, tokens), origin: server.description, settings: settings)
