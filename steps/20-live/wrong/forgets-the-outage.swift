// changes: live-machine
// refused by: Step20MachineTests/opensOnce()
// says: this is the second wait of that outage
// breaks: live-machine.5
//
// Lets the waits begin anew with each start. The app is opened all day, also while the server is down.

         case .started:
-            isStopped = false
+            (isStopped, failureCount) = (false, 0)
