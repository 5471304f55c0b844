// changes: read-answer
// refused by: Step18PhrasesTests/readsAnswer()
// says: and they are [71.0, 7200.0, 73.0]
// breaks: read-answer.2
//
// Relies on the schema that the model was asked to keep to.

-            entry.recordedAt <= now && (try? entry.toMeasurement(now: now)) != nil
+            entry.recordedAt <= now
