// changes: serve
// refused by: Step12ServerTests/developmentToken()
// says: On 192.0.2.1 the server must refuse
// breaks: serve.3
//
// Knows one address that other machines reach. A machine has more of them.

-        configuration.refusesDevelopmentToken = !listening.allowDevToken && !Self.isLoopback(configuration.host)
+        configuration.refusesDevelopmentToken = !listening.allowDevToken && configuration.host == "0.0.0.0"
         let logger = try listening.logger()
