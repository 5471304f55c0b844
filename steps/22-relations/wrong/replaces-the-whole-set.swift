// changes: merge-field
// refused by: Step22MergeTests/mergesSets()
// says: nobody
// breaks: merge-field.4
//
// Puts the last set in place of the one that's stored.

-        if field?.kind == .set, mergesSets { return try mergedSet(current, change, in: field) }
+        if field?.kind == .set, mergesSets { return try resolved(change.to, in: field) }
