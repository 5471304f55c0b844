// changes: tombstone-check
// refused by: Step17DeletesTests/allowedBounds()
// says: the word `deleted` in them
// breaks: tombstone-check.1
//
// Looks for the word anywhere in the other fields. A note may have it, too.

-        guard extra.deleted != nil else { return try validate() }
+        guard extra.text.contains("deleted") else { return try validate() }
