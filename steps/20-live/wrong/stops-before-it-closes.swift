// changes: live-machine
// refused by: Step20MachineTests/account()
// says: The sync failed for good
// breaks: live-machine.11
//
// Stops without closing the stream.

-            guard isTemporary else { return [.close] + stop(.stopped) }
+            guard isTemporary else { return stop(.stopped) }
