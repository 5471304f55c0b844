// changes: tombstone
// refused by: Step17DeletesTests/holdsNothingOfAnyRecord()
// says: a record that says `deleted` and still has content
// breaks: tombstone.5
//
// Takes a record that says `deleted` for a deletion. It may hold anything.

-        Measurement(
-            id: id, kind: kind, value: kind.bounds?.lowerBound ?? 0, unit: kind.canonicalUnit ?? unit,
-            recordedAt: updatedAt, updatedAt: updatedAt, version: version, extra: .deletion)
+        isDeleted
+            ? self
+            : Measurement(
+                id: id, kind: kind, value: kind.bounds?.lowerBound ?? 0, unit: kind.canonicalUnit ?? unit,
+                recordedAt: updatedAt, updatedAt: updatedAt, version: version, extra: .deletion)
