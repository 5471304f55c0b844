// changes: live-machine
// refused by: Step20MachineTests/retryAfter()
// says: A later sync failed
//
// Obeys Retry-After only while it connects, and not for a later sync.

-            return hasCaughtUp ? setSyncTimer(after: max(seconds ?? 0, jitteredWait())) : reconnect(after: seconds)
+            return hasCaughtUp ? setSyncTimer(after: jitteredWait()) : reconnect(after: seconds)
