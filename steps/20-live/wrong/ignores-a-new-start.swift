// changes: live-machine
// refused by: Step20MachineTests/opensOnce()
// says: It is live, and it's started again. The actions should be
// breaks: live-machine.5
//
// Starts only after a stop or while the stream is closed.

         case .started:
+            guard isStopped || stream == .closed else { return [] }
