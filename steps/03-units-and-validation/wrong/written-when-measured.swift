// changes: create
// refused by: Step03UnitsTests/create()
// says: A new record should be
//
// Takes the time of the measurement for the time of writing: a weight of last week entered today would lose
// against an edit of yesterday.

         let measurement = try Measurement(
-            id: id, kind: kind, value: value, unit: unit, recordedAt: recordedAt, updatedAt: now, version: 1
+            id: id, kind: kind, value: value, unit: unit, recordedAt: recordedAt, updatedAt: recordedAt, version: 1
         ).canonical()
