// changes: cover-event-rows
// refused by: Step20MergeTests/sendsOnce()
// says: the row was still noted, though it was dirty
// breaks: cover-event-rows.6
//
// Forgets the rows that it sends, and not those that were dirty already. They're sent once more when the server has them.

-        try execute("UPDATE measurement SET dirty = 1 WHERE \(missing)")
-        try execute("DELETE FROM event_row")
+        try execute("DELETE FROM event_row WHERE id IN (SELECT id FROM measurement WHERE dirty = 0)")
+        try execute("UPDATE measurement SET dirty = 1 WHERE dirty = 0 AND id IN (SELECT id FROM base)")
