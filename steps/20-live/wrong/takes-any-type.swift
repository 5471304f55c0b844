// changes: read-event
// refused by: Step20LiveTests/badNotesAreHint()
// says: its type isn't measurements.changed
// breaks: read-event.8
//
// Takes records from an event that isn't about measurements.

-        guard kind == .measurements, records.count == elements.count, let notes = json.wholeNotes else { return }
+        guard records.count == elements.count, let notes = json.wholeNotes else { return }
