// changes: merge-field
// refused by: Step22MergeTests/tellsWhoLost()
// says: The server keeps Hip
// breaks: merge-field.3
//
// Takes whatever comes last.

-        let base = try resolvedBase(change.base, in: field)
-        return isSeen(current, base, in: field, of: type) ? to : nil
+        return to
