// changes: live-machine
// refused by: Step20MachineTests/merges()
// says: and the sync that the timer began is under way
// breaks: live-machine.16
//
// Asks for a sync, and doesn't note that it's under way. The next edit begins a second one beside it.

-        case .timer(.sync), .edited: return startSync()
+        case .timer(.sync): return [.sync]
+        case .edited: return startSync()
