// changes: read-entry
// refused by: Step18PhrasesTests/readsEntry()
// says: The label is a number
//
// Treats a label of another type as no label.

-        default: return nil
+        default: label = nil
