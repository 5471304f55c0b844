// changes: tombstone
// refused by: Step17DeletesTests/holdsNothingOfAnyRecord()
// says: as one clock or the other says
// breaks: tombstone.4
//
// Takes the later of the two times. If a clock ran ahead, that's the time of the measurement.

             id: id, kind: kind, value: kind.bounds?.lowerBound ?? 0, unit: kind.canonicalUnit ?? unit,
-            recordedAt: updatedAt, updatedAt: updatedAt, version: version, extra: .deletion)
+            recordedAt: max(recordedAt, updatedAt), updatedAt: updatedAt, version: version, extra: .deletion)
