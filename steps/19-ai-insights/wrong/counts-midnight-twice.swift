// changes: week-totals
// refused by: Step19InsightsTests/addsUp()
// says: STEPS: 4 values
// breaks: week-totals.2
//
// Both ends are inclusive. What was measured at midnight counts for today and again tomorrow.

-                  AND (recorded_at >= :monday AND recorded_at < :end
+                  AND (recorded_at >= :monday AND recorded_at <= :end
