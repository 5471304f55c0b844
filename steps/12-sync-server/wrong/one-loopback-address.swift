// changes: serve
// refused by: Step12ServerTests/developmentToken()
// says: Only this machine reaches `localhost`
// breaks: serve.3
//
// Knows one address of this machine. It has more names and addresses that no other machine reaches.

-        configuration.refusesDevelopmentToken = !listening.allowDevToken && !Self.isLoopback(configuration.host)
+        configuration.refusesDevelopmentToken = !listening.allowDevToken && configuration.host != "127.0.0.1"
         let logger = try listening.logger()
