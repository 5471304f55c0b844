// changes: read-event
// refused by: Step20LiveTests/readsEvent()
// says: is read as in a page of a pull
// breaks: read-event.7
//
// Reads the records, and not what they overwrote.

-        guard kind == .measurements, records.count == elements.count, let notes = json.wholeNotes else { return }
+        guard kind == .measurements, records.count == elements.count, json.wholeNotes != nil else { return }
         self.records = records
-        overwritten = notes
