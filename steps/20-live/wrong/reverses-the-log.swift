// changes: make-event
// refused by: Step20LiveTests/holdsNews()
// says: in the order of the log
// breaks: make-event.2
//
// Puts the last record first.

-        event.page = EventMessage.page(of: page.records, overwritten: OverwrittenText(notes))
+        event.page = EventMessage.page(of: page.records.reversed(), overwritten: OverwrittenText(notes))
