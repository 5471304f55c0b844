// changes: tombstone
// refused by: Step17DeletesTests/holdsNothing()
// says: stays in LB
// breaks: tombstone.3
//
// Keeps the unit, which isn't always the kind's own.

         Measurement(
-            id: id, kind: kind, value: kind.bounds?.lowerBound ?? 0, unit: kind.canonicalUnit ?? unit,
+            id: id, kind: kind, value: kind.bounds?.lowerBound ?? 0, unit: unit,
             recordedAt: updatedAt, updatedAt: updatedAt, version: version, extra: .deletion)
