// changes: tombstone
// refused by: Step17DeletesTests/unknownKind()
// says: A record of -3.0 POINTS was deleted
// breaks: tombstone.2
//
// Takes the smaller of the value and the least one. A value below 0 of an unknown kind stays.

-            id: id, kind: kind, value: kind.bounds?.lowerBound ?? 0, unit: kind.canonicalUnit ?? unit,
+            id: id, kind: kind, value: min(value, kind.bounds?.lowerBound ?? 0), unit: kind.canonicalUnit ?? unit,
