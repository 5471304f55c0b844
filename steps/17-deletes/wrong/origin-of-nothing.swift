// changes: acknowledged-origin
// refused by: Step17DeletesTests/nothingUnsent()
// says: there's no edit that could have a parent
// breaks: acknowledged-origin.1
//
// Notes a parent for a row that has no unsent edit.

-        guard let row = try row(copy.id), row.isDirty, row.record != copy else { return }
+        guard let row = try row(copy.id), row.record != copy else { return }
         try setEditedFrom(copy, own: row.isOwn)
