// changes: import-record
// refused by: Step06HealthBridgeTests/importsTheFixture()
// says: No server has seen them
//
// Stores samples clean, as if they came from the server: they never get there.

         }
-        if let row, !row.isDirty { try tables.setBase(row.record) }
-        try tables.put(record, dirty: true)
+        try tables.storeSynced(record)
         if row == nil { report.addedCount += 1 } else { report.updatedCount += 1 }
