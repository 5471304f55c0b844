// changes: unseen
// refused by: Step17DeletesTests/judgesEdits()
// says: The server had taken this phone's deletion
// breaks: unseen.2
//
// Takes a deletion for a row without an edit that could be lost.

         if loser.isDirty { return true }
+        if loser.record.isDeleted { return false }
