// changes: import-record
// refused by: Step06HealthBridgeTests/importNotesTheBase()
// says: and an import brought version 3 of it
//
// Writes over a clean row without a note of what the server has: should the later version be refused, nothing is left.

         }
-        if let row, !row.isDirty { try tables.setBase(row.record) }
         try tables.put(record, dirty: true)
