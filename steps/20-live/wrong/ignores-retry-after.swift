// changes: live-machine
// refused by: Step20MachineTests/retryAfter()
// says: The server answered 429 with
// breaks: live-machine.8
//
// Waits as long as it likes, whatever the server asks for.

-            return reconnect(after: seconds)
+            return reconnect(after: nil)
