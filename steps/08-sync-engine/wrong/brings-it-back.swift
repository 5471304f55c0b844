// changes: acknowledge
// refused by: Step08EngineTests/goneStaysGone()
// says: Nothing should happen
// breaks: acknowledge.1
//
// Stores the copy if its row is gone, because the server has it.

-        guard let stored = try tables.row(copy.id) else { return false }
+        guard let stored = try tables.row(copy.id) else {
+            try tables.storeSynced(copy)
+            return true
+        }
