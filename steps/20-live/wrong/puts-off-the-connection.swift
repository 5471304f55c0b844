// changes: live-machine
// refused by: Step20MachineTests/editsOffline()
// says: failed with `Retry-After: 40`, and the stream is closed
// breaks: live-machine.12
//
// Begins a new wait to connect whenever a failed sync names a time.

-            if stream == .closed { return [] }
+            if stream == .closed, seconds == nil { return [] }
