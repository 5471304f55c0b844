// changes: read-event
// refused by: Step20LiveTests/badRecordIsHint()
// says: no record and no notes
//
// Drops the records and keeps the notes about them.

-        guard kind == .measurements, records.count == elements.count, let notes = json.wholeNotes else { return }
+        overwritten = json.overwritten
+        guard kind == .measurements, records.count == elements.count, let notes = json.wholeNotes else { return }
