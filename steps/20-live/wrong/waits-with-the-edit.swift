// changes: live-machine
// refused by: Step20MachineTests/syncsWithoutStream()
// says: The person edits something
// breaks: live-machine.16
//
// Sends an edit only while the stream is open.

-        case .timer(.sync), .edited: return startSync()
+        case .timer(.sync): return startSync()
+        case .edited: return stream == .open ? startSync() : []
