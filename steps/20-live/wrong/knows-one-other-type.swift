// changes: read-event
// refused by: Step20LiveTests/badNotesAreHint()
// says: its type is projections.changed
// breaks: read-event.8
//
// Knows one type whose records it leaves out, and not the others.

-        guard kind == .measurements, records.count == elements.count, let notes = json.wholeNotes else { return }
+        guard kind != .entities, records.count == elements.count, let notes = json.wholeNotes else { return }
