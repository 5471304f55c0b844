// changes: merge-field
// refused by: Step22MergeTests/storesWhatCounts()
// says: has the id that counts now
// breaks: merge-field.5
//
// Stores a reference under the id with which it was made.

-        let to = try resolved(change.to, in: field)
+        let to = change.to
