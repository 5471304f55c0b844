// changes: next-batch
// refused by: Step06HealthBridgeTests/resumesAtTheAnchor()
// says: After the last anchor there is nothing
//
// Writes the size of this batch into the anchor, instead of how far the file was read.

             }
-            count += measurements.count
+            count = measurements.count
             if measurements.count < HealthExportBridge.batchSize { finish() }
