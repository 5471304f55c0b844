// changes: acknowledge
// refused by: Step08EngineTests/sameVersionIsNotTheCopy()
// says: two phones can write the same version
// breaks: acknowledge.2
//
// Compares only the version, which two phones may give to different edits.

         guard let stored = try tables.row(copy.id) else { return false }
-        guard stored.record == copy else {
+        guard stored.record.version == copy.version else {
             // Edited since. The server still has the copy, so a refused edit reverts to it.
