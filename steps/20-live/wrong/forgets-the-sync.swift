// changes: live-machine
// refused by: Step20MachineTests/opensOnce()
// says: It was started again during a sync, the new stream is open
// breaks: live-machine.5
//
// Takes the sync that's under way for over at a new start. Two then run at once.

         case .started:
-            isStopped = false
+            (isStopped, isSyncing) = (false, false)
