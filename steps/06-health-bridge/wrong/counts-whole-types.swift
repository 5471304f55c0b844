// changes: read-sample
// refused by: Step06HealthBridgeTests/partialPermission()
// says: should be cut short
//
// Counts skipped records by their whole type, however long it is.

-            summary.skip(typeName.prefixForReport)
+            summary.skip(typeName)
             return nil
