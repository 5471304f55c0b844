// changes: serve
// refused by: Step12ServerTests/announcesAddress()
// says: is the name of two addresses
// breaks: serve.5
//
// Prints the host that was asked for. A name may stand for several addresses, and the server got one of them.

-            try await serve(store: store, configuration: configuration, logger: logger) { host, port in
-                Self.announce(host: host, port: port, scheme: scheme)
-            }
+            let host = configuration.host
+            try await serve(store: store, configuration: configuration, logger: logger) { _, port in
+                Self.announce(host: host, port: port, scheme: scheme)
+            }
