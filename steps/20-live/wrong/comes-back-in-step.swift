// changes: live-machine
// refused by: Step20MachineTests/retryAfter()
// says: A sync failed with `Retry-After: 0`
// breaks: live-machine.13
//
// Takes the server's wait in place of the random one. With `Retry-After: 0` there's none at all.

-            return hasCaughtUp ? retrySync(after: seconds, now) : reconnect(after: seconds)
+            return hasCaughtUp
+                ? setSyncTimer(after: seconds ?? jitteredWait(), now) : reconnect(after: seconds)
