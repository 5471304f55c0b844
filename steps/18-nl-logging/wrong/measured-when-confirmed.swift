// changes: to-measurement
// refused by: Step18PhrasesTests/becomesRecord()
// says: the record says that it was measured at
// breaks: to-measurement.3
//
// Uses the moment of the confirmation. "Yesterday at 7" becomes today.

-            kind: kind, value: value, unit: unit, recordedAt: recordedAt, now: now, id: id
+            kind: kind, value: value, unit: unit, recordedAt: now, now: now, id: id
