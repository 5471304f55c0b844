// changes: compose-syncer
// refused by: Step14RunTests/tokenIsSecret()
// says: has a token from somewhere else
//
// Gives the client a token that's written in the code, and leaves the secure store alone.

         let server = try ServerOrigin(origin)
-        // A token that exists but can't be read is this device's error: report it here, and don't ask the server.
-        _ = try tokens.token()
+        let tokens = InMemorySecureStore(token: "dev-token")
         return Syncer(store: store, api: api(server, tokens), origin: server.description, settings: settings)
