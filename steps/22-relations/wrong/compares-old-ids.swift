// changes: merge-field
// refused by: Step22MergeTests/comparesIdentities()
// says: Your group and theirs are one
// breaks: merge-field.5
//
// Compares references by the ids with which they were made.

-        let base = try resolvedBase(change.base, in: field)
+        let base = change.base
