// changes: merge-field
// refused by: Step22MergeTests/tellsWhoLost()
// says: so its author is told
// breaks: merge-field.3
//
// Keeps the server's value, and says that all is well.

-        return isSeen(current, base, in: field, of: type) ? to : nil
+        return isSeen(current, base, in: field, of: type) ? to : current
