// changes: merge-field
// refused by: Step22MergeTests/writesWhatWasSeen()
// says: You saw Knee and chose Hip
// breaks: merge-field.1
//
// Lets an edit lose although nobody else has touched the field.

-        return isSeen(current, base, in: field, of: type) ? to : nil
+        return isSeen(current, base, in: field, of: type) && current == .null ? to : nil
