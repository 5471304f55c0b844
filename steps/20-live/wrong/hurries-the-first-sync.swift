// changes: live-machine
// refused by: Step20MachineTests/retryAfter()
// says: The first sync failed
// breaks: live-machine.14
//
// Forgets what the server wants if the first sync after the opening fails.

-            return hasCaughtUp ? retrySync(after: seconds, now) : reconnect(after: seconds)
+            return hasCaughtUp ? retrySync(after: seconds, now) : reconnect(after: nil)
