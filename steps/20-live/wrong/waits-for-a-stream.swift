// changes: live-machine
// refused by: Step20MachineTests/opensOnce()
// says: and no timer to connect runs
// breaks: live-machine.14
//
// Tries only the sync again while the stream is being opened.

-            return hasCaughtUp ? retrySync(after: seconds, now) : reconnect(after: seconds)
+            return hasCaughtUp || stream == .opening ? retrySync(after: seconds, now) : reconnect(after: seconds)
