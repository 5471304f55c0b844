// changes: read-event
// refused by: Step20LiveTests/badRecordIsHint()
// says: was an event with 0 records and 1 notes
// breaks: read-event.9
//
// Drops the records and keeps the notes about them.

-        guard kind == .measurements, records.count == elements.count, let notes = json.wholeNotes else { return }
+        overwritten = json.overwritten
+        guard kind == .measurements, records.count == elements.count, let notes = json.wholeNotes else { return }
