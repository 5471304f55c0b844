// changes: merge-field
// refused by: Step22MergeTests/agrees()
// says: Nothing was lost
// breaks: merge-field.2
//
// Tells somebody of a conflict whose two sides are equal.

-        if current == to { return to }
