// changes: to-measurement
// refused by: Step18PhrasesTests/refusesEntries()
// says: 7 200 kg became a record
// breaks: to-measurement.2
//
// Moves a value into its bounds. The person said 72,00 and has a record of 1,000 kg.

-            kind: kind, value: value, unit: unit, recordedAt: recordedAt, now: now, id: id
+            kind: kind, value: kind.bounds.map { min(max(value, $0.lowerBound), $0.upperBound) } ?? value, unit: unit,
+            recordedAt: recordedAt, now: now, id: id
