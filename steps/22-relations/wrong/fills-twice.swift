// changes: merge-field
// refused by: Step22MergeTests/tellsWhoFilledSecond()
// says: Both saw an empty text
// breaks: merge-field.3
//
// Takes a base of null for no base at all.

-        return isSeen(current, base, in: field, of: type) ? to : nil
+        return change.base == .null || isSeen(current, base, in: field, of: type) ? to : nil
