// changes: tombstone
// refused by: Step17DeletesTests/holdsNothing()
// says: should hold the least value of its kind
// breaks: tombstone.2
//
// Sets the member, but leaves the weight where it is.

         Measurement(
-            id: id, kind: kind, value: kind.bounds?.lowerBound ?? 0, unit: kind.canonicalUnit ?? unit,
+            id: id, kind: kind, value: value, unit: kind.canonicalUnit ?? unit,
             recordedAt: updatedAt, updatedAt: updatedAt, version: version, extra: .deletion)
