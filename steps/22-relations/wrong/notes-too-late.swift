// changes: entity-page
// refused by: Step22PageTests/notesWhatWasShown()
// says: title included
// breaks: entity-page.4
//
// Doesn't note what the user saw of a deleted entity.

-            if row.isDeleted { try noteShown(row.id.lowercased) }
