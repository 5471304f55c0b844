// changes: create
// refused by: Step03UnitsTests/create()
// says: A new record should be
//
// Uses the time of the measurement as the time of writing: last week's weight, entered today, would lose to an edit
// from yesterday.

         let measurement = try Measurement(
-            id: id, kind: kind, value: value, unit: unit, recordedAt: recordedAt, updatedAt: now, version: 1
+            id: id, kind: kind, value: value, unit: unit, recordedAt: recordedAt, updatedAt: recordedAt, version: 1
         ).canonical()
