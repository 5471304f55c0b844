// changes: import-record
// refused by: Step06HealthBridgeTests/importKnowsWhatWasRefused()
// says: so it should stay
//
// Removes the refused copy when a later version comes, before the person has seen it.

         if let row, !row.isDirty { try tables.setBase(row.record) }
+        if let copy = try tables.rejected(record.id) { try tables.removeRejected(copy) }
         try tables.put(record, dirty: true)
