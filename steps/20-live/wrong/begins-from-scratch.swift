// changes: live-machine
// refused by: Step20MachineTests/opensOnce()
// says: It was started again during a sync, the new stream is open
// breaks: live-machine.5
//
// Makes a new machine of each start. It doesn't know of the sync that is under way.

         case .started:
-            isStopped = false
+            self = LiveMachine(jitter: jitter)
