// changes: cover-event-rows
// refused by: Step20MergeTests/waitsForTheEnd()
// says: so nothing should be sent; the phone wants to send [70.0, 71.0
// breaks: cover-event-rows.3
//
// Sends every clean row at the end of a pull.

-        let missing = "dirty = 0 AND id IN (SELECT id FROM event_row)"
+        let missing = "dirty = 0"
