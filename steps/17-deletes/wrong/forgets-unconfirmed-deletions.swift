// changes: unseen
// refused by: Step17DeletesTests/judgesEdits()
// says: the server lost its history and hasn't confirmed it since
// breaks: unseen.1
//
// Looks at whether the row is dirty, unless it's a deletion.

-        if loser.isDirty { return true }
+        if loser.isDirty, !loser.record.isDeleted { return true }
