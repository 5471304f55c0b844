// changes: serve
// refused by: Step12ServerTests/portTaken()
// says: must end with status 1
//
// Ends without a word when the server could not serve.

         let logger = try listening.logger()
-        try await store.withStore(while: "Can't serve on \(configuration.host):\(configuration.port)") { store in
+        try? await store.withStore(while: "Can't serve on \(configuration.host):\(configuration.port)") { store in
             if configuration.refusesDevelopmentToken {
