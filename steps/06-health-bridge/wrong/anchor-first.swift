// changes: import-all
// refused by: Step06HealthBridgeTests/anchorIsStoredWithItsBatch()
// says: One transaction should keep a batch and its anchor
//
// Stores the anchor by itself, before the samples: after a crash between the two, those samples never come again.

         for try await batch in bridge.batches(since: try anchor(source: bridge.source)) {
+            if let anchor = batch.anchor {
+                _ = try importing { try $0.setAnchor(anchor, source: bridge.source) }
+            }
             let (_, report) = try importing { transaction in
                 for measurement in batch.measurements { try transaction.add(measurement) }
-                if let anchor = batch.anchor { try transaction.setAnchor(anchor, source: bridge.source) }
             }
