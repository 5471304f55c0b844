// changes: tombstone-check
// refused by: Step17DeletesTests/deletionsAreTaken()
// says: of a kind that this server doesn't know
//
// Refuses what it doesn't know. The record was taken by a later build, and can't be deleted here.

-            guard hasNoMembers, isSmall, value.isFinite else { throw MeasurementError.deletedWithContent }
-            return
+            throw isSmall ? MeasurementError.deletedWithContent : .badVersion
         }
