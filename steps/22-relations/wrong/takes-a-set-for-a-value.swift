// changes: merge-field
// refused by: Step22MergeTests/mergesSets()
// says: nobody
// breaks: merge-field.4
//
// Merges a set as a whole.

-        if field?.kind == .set, mergesSets { return try mergedSet(current, change, in: field) }
