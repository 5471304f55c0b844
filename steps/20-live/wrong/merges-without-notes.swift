// changes: apply-event
// refused by: Step20MergeTests/keepsUnseenEdit()
// says: another phone overwrote it unseen
// breaks: apply-event.8
//
// Merges the records, and doesn't look at what they overwrote.

-        try write(knowing: event.overwritten) { tables in
+        try write(knowing: [:]) { tables in
