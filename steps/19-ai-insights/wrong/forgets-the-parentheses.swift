// changes: week-totals
// refused by: Step19InsightsTests/countsItsOwn()
// says: last week, in which only another person measured something
// breaks: week-totals.4
//
// AND binds before OR: the first week is one person's, and the second is everyone's.

-                  AND (recorded_at >= :monday AND recorded_at < :end
-                       OR recorded_at >= :mondayBefore AND recorded_at < :endBefore)
+                  AND recorded_at >= :monday AND recorded_at < :end
+                       OR recorded_at >= :mondayBefore AND recorded_at < :endBefore
