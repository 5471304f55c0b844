// changes: week-totals
// refused by: Step19InsightsTests/addsUp()
// says: STEPS: 3 values, 2430.0 in all
// breaks: week-totals.3
//
// Takes everything since last Monday. Last week then has seven days, and this one three.

-                  AND (recorded_at >= :monday AND recorded_at < :end
-                       OR recorded_at >= :mondayBefore AND recorded_at < :endBefore)
+                  AND recorded_at >= :mondayBefore AND recorded_at < :end AND :endBefore > 0
