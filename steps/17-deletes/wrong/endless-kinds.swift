// changes: tombstone-check
// refused by: Step17DeletesTests/endlessNames()
// says: a note in disguise
// breaks: tombstone-check.6
//
// Takes a name of any length from anyone who deletes something.

-            guard hasNoMembers, isSmall, value.isFinite else { throw MeasurementError.deletedWithContent }
+            guard hasNoMembers, isSmall || value.isFinite else { throw MeasurementError.deletedWithContent }
             return
