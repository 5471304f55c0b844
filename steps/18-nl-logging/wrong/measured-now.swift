// changes: read-entry
// refused by: Step18PhrasesTests/readsEntry()
// says: The year has five digits
// breaks: read-entry.4
//
// Uses the current time for a time that can't be read. The person said "yesterday" and gets a record of today.

-            let recordedAt = Timestamp(rfc3339: time)
-        else { return nil }
+            let recordedAt = Optional(Timestamp(rfc3339: time) ?? Timestamp(clamping: 0))
+        else { return nil }
