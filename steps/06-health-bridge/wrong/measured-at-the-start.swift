// changes: sample-record
// refused by: Step06HealthBridgeTests/sampleBecomesRecord()
// says: recordedAt says
//
// Uses the start of a sample as the time of measuring: a walk's steps are only known at its end.

         let measurement = Measurement(
-            id: id, kind: type.kind, value: value, unit: unit, recordedAt: end, updatedAt: created ?? end, version: 1)
+            id: id, kind: type.kind, value: value, unit: unit, recordedAt: start, updatedAt: created ?? end,
+            version: 1)
         try measurement.validate()
