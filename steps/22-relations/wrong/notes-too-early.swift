// changes: entity-page
// refused by: Step22PageTests/notesTheLatest()
// says: the title that you saw last
// breaks: entity-page.4
//
// Notes what was shown at each row, and the first note stays.

-            if row.isDeleted { try noteShown(row.id.lowercased) }
+            try noteShown(row.id.lowercased)
