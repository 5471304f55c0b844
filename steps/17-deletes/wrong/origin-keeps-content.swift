// changes: acknowledged-origin
// refused by: Step17DeletesTests/deletionInFlight()
// says: as the origin of the deletion
// breaks: acknowledged-origin.4
//
// Forgets that the row may be a deletion by now, and writes the weight back beside it.

         try setEditedFrom(copy, own: row.isOwn)
-        if row.record.isDeleted { try eraseEditedFrom(copy.id) }
