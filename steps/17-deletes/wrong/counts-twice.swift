// changes: tombstone
// refused by: Step17DeletesTests/holdsNothing()
// says: It isn't an edit of its own
// breaks: tombstone.1
//
// Makes the next version, which the caller has already done.

             id: id, kind: kind, value: kind.bounds?.lowerBound ?? 0, unit: kind.canonicalUnit ?? unit,
-            recordedAt: updatedAt, updatedAt: updatedAt, version: version, extra: .deletion)
+            recordedAt: updatedAt, updatedAt: updatedAt, version: version + 1, extra: .deletion)
