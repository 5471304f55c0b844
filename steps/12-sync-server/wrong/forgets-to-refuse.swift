// changes: serve
// refused by: Step12ServerTests/servesOtherMachines()
// says: takes itself for one that only
// breaks: serve.3
//
// Looks for the public token once, at the start, and doesn't tell the routes. It may be added later.

-        var configuration = try listening.configuration()
-        configuration.refusesDevelopmentToken = !listening.allowDevToken && !Self.isLoopback(configuration.host)
+        let configuration = try listening.configuration()
+        let refusesDevelopmentToken = !listening.allowDevToken && !Self.isLoopback(configuration.host)
         let logger = try listening.logger()
@@
-            if configuration.refusesDevelopmentToken {
+            if refusesDevelopmentToken {
