// changes: overwritten-notes
// refused by: Step17DeletesTests/notesStay()
// says: The notes should have both
// breaks: overwritten-notes.1
//
// Passes on the names, and forgets what a deletion left of the others.

-        var notes = known
+        var notes = OverwrittenVersions()
+        for copy in known.copies { notes.insert(copy) }
