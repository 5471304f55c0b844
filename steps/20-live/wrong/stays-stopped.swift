// changes: live-machine
// refused by: Step20MachineTests/stops()
// says: and its new stream is open
// breaks: live-machine.5
//
// Connects again, and forgets that it isn't stopped any more. Everything that the stream says is ignored.

         case .started:
-            isStopped = false
