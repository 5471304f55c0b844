// changes: live-machine
// refused by: Step20MachineTests/syncsWithoutStream()
// says: The sync timer runs out
// breaks: live-machine.16
//
// Heeds the sync timer only while the stream is open. The sync that the timer was set for never comes.

-        case .timer(.sync), .edited: return startSync()
+        case .timer(.sync): return stream == .open ? startSync() : []
+        case .edited: return startSync()
