// changes: serve
// refused by: Step12ServerTests/portTaken()
// says: name the address
// breaks: serve.2
//
// Says that it can't serve, and not where. Whoever started ten servers has to guess.

-        try await store.withStore(while: "Can't serve on \(configuration.host):\(configuration.port)") { store in
+        try await store.withStore(while: "Can't serve") { store in
             if configuration.refusesDevelopmentToken {
