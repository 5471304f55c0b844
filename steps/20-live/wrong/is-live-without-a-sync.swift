// changes: live-machine
// refused by: Step20MachineTests/start()
// says: what happened before that is in no event
// breaks: live-machine.6
//
// Takes an open stream for being up to date. What happened before stays unknown until the next edit.

-            (stream, hasCaughtUp) = (.open, false)
-            return startSync()
+            (stream, hasCaughtUp, failureCount) = (.open, true, 0)
+            return [.report(.live)]
