// changes: tombstone
// refused by: Step17DeletesTests/holdsNothing()
// says: The time of the measurement is still in the deletion
// breaks: tombstone.4
//
// Erases the value, and keeps when it was measured.

             id: id, kind: kind, value: kind.bounds?.lowerBound ?? 0, unit: kind.canonicalUnit ?? unit,
-            recordedAt: updatedAt, updatedAt: updatedAt, version: version, extra: .deletion)
+            recordedAt: recordedAt, updatedAt: updatedAt, version: version, extra: .deletion)
