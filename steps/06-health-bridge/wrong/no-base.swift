// changes: import-record
// refused by: Step06HealthBridgeTests/importNotesTheBase()
// says: and an import brought version 3 of it
//
// Overwrites a clean row without noting what the server has: if the later version is refused, nothing is left.

         }
-        if let row, !row.isDirty { try tables.setBase(row.record) }
         try tables.put(record, dirty: true)
