// changes: view-restore
// refused by: Step15ViewModelTests/restoreIsWhole()
// says: brought back and still listed as lost
//
// Writes the record as a new edit, and then lets the conflict go: two transactions, between which a phone can die.

         do {
-            try device.restore(conflict: number)
+            guard let conflict = try device.conflicts().first(where: { $0.id == number }) else { return refresh() }
+            try device.store.upsert(conflict.loser)
+            try device.dismiss(conflict: number)
             onEdit()
