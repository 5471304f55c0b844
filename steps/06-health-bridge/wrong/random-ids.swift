// changes: sample-record
// refused by: Step06HealthBridgeTests/replayAddsNothing()
// says: should be found present
//
// Makes up an id for each sample: every import doubles the history.

         let measurement = Measurement(
-            id: id, kind: type.kind, value: value, unit: unit, recordedAt: end, updatedAt: created ?? end, version: 1)
+            id: UUID(), kind: type.kind, value: value, unit: unit, recordedAt: end, updatedAt: created ?? end,
+            version: 1)
         try measurement.validate()
