// changes: read-answer
// refused by: Step18PhrasesTests/readsAnswer()
// says: A weight in pounds, as the user said it
// breaks: read-answer.7
//
// Converts the values. The person said 160 lb, and a card says 72.575 kg. Is that right?

-        let storable = list.lazy.compactMap(ParsedEntry.init).filter { entry in
-            entry.recordedAt <= now && (try? entry.toMeasurement(now: now)) != nil
-        }
+        let storable = list.lazy.compactMap(ParsedEntry.init).compactMap { entry -> ParsedEntry? in
+            guard entry.recordedAt <= now, let record = try? entry.toMeasurement(now: now) else { return nil }
+            return ParsedEntry(
+                kind: record.kind, value: record.value, unit: record.unit, recordedAt: record.recordedAt,
+                label: record.label)
+        }
