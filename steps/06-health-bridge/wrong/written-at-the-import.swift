// changes: sample-record
// refused by: Step06HealthBridgeTests/sampleBecomesRecord()
// says: isn't the time of the import
//
// Uses the time of the import as updatedAt: two phones that import one file make two different records of it.

         let measurement = Measurement(
-            id: id, kind: type.kind, value: value, unit: unit, recordedAt: end, updatedAt: created ?? end, version: 1)
+            id: id, kind: type.kind, value: value, unit: unit, recordedAt: end, updatedAt: Timestamp.systemClock(),
+            version: 1)
         try measurement.validate()
