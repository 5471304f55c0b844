// changes: live-machine
// refused by: Step20MachineTests/editsOffline()
// says: the second wait of the outage
// breaks: live-machine.12
//
// Draws a wait for each sync that fails while the stream is closed. It isn't used, and the next bound doubles.

-            if stream == .closed { return [] }
+            guard stream != .closed else {
+                _ = jitteredWait()
+                return []
+            }
