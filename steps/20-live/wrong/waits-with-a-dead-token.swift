// changes: live-machine
// refused by: Step20MachineTests/editsOffline()
// says: failed for good while the stream waits
// breaks: live-machine.11
//
// Looks at the stream first. While it's closed, a refused token ends nothing.

-            guard isTemporary else { return [.close] + stop(.stopped) }
             // While the stream waits to be opened, the sync after the opening is the next try.
             if stream == .closed { return [] }
+            guard isTemporary else { return [.close] + stop(.stopped) }
