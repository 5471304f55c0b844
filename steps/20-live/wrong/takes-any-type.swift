// changes: read-event
// refused by: Step20LiveTests/badNotesAreHint()
// says: its type isn't measurements.changed
//
// Takes records from an event that isn't about measurements.

-        guard kind == .measurements, records.count == elements.count, let notes = json.wholeNotes else { return }
+        guard records.count == elements.count, let notes = json.wholeNotes else { return }
