// changes: cover-event-rows
// refused by: Step20MergeTests/waitsForTheEnd()
// says: just as it came
// breaks: cover-event-rows.3
//
// Sends the row as a new version, as if the user had edited it.

-        try execute("UPDATE measurement SET dirty = 1 WHERE \(missing)")
+        try execute("UPDATE measurement SET dirty = 1, version = version + 1 WHERE \(missing)")
