// changes: import-record
// refused by: Step06HealthBridgeTests/importedIsNotOwn()
// says: Nobody typed an imported record
//
// Takes what it imports for something that was entered on this phone.

-        try tables.put(record, dirty: true)
+        try tables.put(record, dirty: true, own: true)
