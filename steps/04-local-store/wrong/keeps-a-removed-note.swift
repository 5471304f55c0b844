// changes: edit
// refused by: Step04StoreTests/editNumbersItself()
// says: and removed the note
// breaks: edit.7
//
// Brings back a note that the edit has removed.

             try change(&edited)
+            if edited.extra == .empty, let shown = target.displayed { edited.extra = shown.extra }
             edited = try nextVersion(of: edited.canonical(), after: target.competingVersions)
