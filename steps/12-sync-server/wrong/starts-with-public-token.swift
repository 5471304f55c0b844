// changes: serve
// refused by: Step12ServerTests/developmentToken()
// says: must refuse to start
// breaks: serve.4
//
// Never checks whether the public token works here.

         try await store.withStore(while: "Can't serve on \(configuration.host):\(configuration.port)") { store in
-            if configuration.refusesDevelopmentToken {
-                try await refuseDevelopmentToken(of: store, host: configuration.host)
-            }
             let scheme = configuration.components.scheme
