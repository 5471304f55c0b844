// changes: make-event
// refused by: Step20LiveTests/holdsNews()
// says: has been edited since and moved on
// breaks: make-event.1
//
// Numbers the event by its last record, and not by the part of the log that it covers.

-        var event = EventMessage.measurements(through)
+        var event = EventMessage.measurements(page.nextCursor)
