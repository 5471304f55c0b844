// changes: merge-field
// refused by: Step22MergeTests/comparesIdentities()
// says: which is the name Health
// breaks: merge-field.5
//
// Compares names letter by letter.

-        return isSeen(current, base, in: field, of: type) ? to : nil
+        return current == base ? to : nil
