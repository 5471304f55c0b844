// changes: live-machine
// refused by: Step20MachineTests/account()
// says: A sync failed for good with
// breaks: live-machine.11
//
// Tries a sync that failed for good again if the server names a time.

-            guard isTemporary else { return [.close] + stop(.stopped) }
+            guard isTemporary || seconds != nil else { return [.close] + stop(.stopped) }
