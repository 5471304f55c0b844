// changes: week-totals
// refused by: Step19InsightsTests/addsUp()
// says: The totals of this week should be
//
// Both ends are inclusive. What was measured at midnight counts for today and again tomorrow.

-                  AND (recorded_at >= :monday AND recorded_at < :end
+                  AND (recorded_at >= :monday AND recorded_at <= :end
