// changes: read-event
// refused by: Step20LiveTests/badNotesAreHint()
// says: one of its two notes can't be read
// breaks: read-event.7
//
// Keeps the notes that it can read, as for a page. The edit that the other note was about is then replaced unseen.

-        guard kind == .measurements, records.count == elements.count, let notes = json.wholeNotes else { return }
+        guard kind == .measurements, records.count == elements.count else { return }
         self.records = records
-        overwritten = notes
+        overwritten = json.overwritten
