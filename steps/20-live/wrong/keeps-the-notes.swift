// changes: read-event
// refused by: Step20LiveTests/badRecordIsHint()
// says: no record and no notes
//
// Drops the records and keeps the notes about them.

-        guard records.count == elements.count else { return }
+        overwritten = json.overwritten
+        guard records.count == elements.count else { return }
