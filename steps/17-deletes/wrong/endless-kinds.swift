// changes: tombstone-check
// refused by: Step17DeletesTests/badDeletions()
// says: a note in disguise
//
// Takes a name of any length from anyone who deletes something.

-            guard hasNoMembers, isSmall, value.isFinite else { throw MeasurementError.deletedWithContent }
+            guard hasNoMembers, isSmall || value.isFinite else { throw MeasurementError.deletedWithContent }
             return
