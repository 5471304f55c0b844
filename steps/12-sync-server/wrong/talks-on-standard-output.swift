// changes: serve
// refused by: Step12ServerTests/announcesAddress()
// says: and nothing else, with the port
// breaks: serve.6
//
// Prints a second line on standard output, which is for the address alone.

                 Self.announce(host: host, port: port, scheme: scheme)
+                print("Stop it with Ctrl-C.")
+                fflush(nil)
             }
