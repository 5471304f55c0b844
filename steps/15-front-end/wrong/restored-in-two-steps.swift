// changes: view-restore
// refused by: Step15ViewModelTests/restoreIsWhole()
// says: brought back and still listed as lost
//
// Writes the record as a new edit and then dismisses the conflict: two transactions, and the phone can die between
// them.

         do {
-            try device.restore(conflict: number)
+            guard let conflict = try device.conflicts().first(where: { $0.id == number }) else { return refresh() }
+            try device.store.upsert(conflict.loser)
+            try device.dismiss(conflict: number)
             onEdit()
