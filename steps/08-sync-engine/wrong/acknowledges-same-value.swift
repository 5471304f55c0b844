// changes: acknowledge
// refused by: Step08EngineTests/editInFlight(values:)
// says: edited to 80.0 and then 71.0
// breaks: acknowledge.2
//
// Compares only the value that the person entered. An edit back to the old value is still a later version.

         guard let stored = try tables.row(copy.id) else { return false }
-        guard stored.record == copy else {
+        guard stored.record.hasSameContent(as: copy) else {
             // Edited since. The server still has the copy, so a refused edit reverts to it.
