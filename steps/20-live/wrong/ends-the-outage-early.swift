// changes: live-machine
// refused by: Step20MachineTests/backoff()
// says: opens each stream and fails each sync
// breaks: live-machine.6
//
// Takes an outage for over once the stream is open.

-            (stream, hasCaughtUp) = (.open, false)
+            (stream, hasCaughtUp, failureCount) = (.open, false, 0)
