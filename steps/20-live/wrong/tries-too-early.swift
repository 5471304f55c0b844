// changes: live-machine
// refused by: Step20MachineTests/retryAfter()
// says: A later sync failed
// breaks: live-machine.13
//
// Obeys Retry-After only while it connects, and not for a later sync.

-            return hasCaughtUp ? retrySync(after: seconds, now) : reconnect(after: seconds)
+            return hasCaughtUp ? retrySync(after: nil, now) : reconnect(after: seconds)
