// changes: live-machine
// refused by: Step20MachineTests/oneWait()
// says: then the stream ended: this is the second wait of the outage
// breaks: live-machine.13
//
// Draws a wait before it sees that the timer runs. The timer stays as it is, and the next bound doubles all the same.

-            return hasCaughtUp ? retrySync(after: seconds, now) : reconnect(after: seconds)
+            let wait = max(seconds ?? 0, jitteredWait())
+            return hasCaughtUp ? setSyncTimer(after: wait, now) : reconnect(after: seconds)
