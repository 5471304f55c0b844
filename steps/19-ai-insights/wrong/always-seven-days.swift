// changes: week-totals
// refused by: Step19InsightsTests/addsUp()
// says: `dayCount` is 7
// breaks: week-totals.8
//
// A week has seven days. On a Wednesday, this one has three so far.

-        self.init(dayCount: week.dayCount)
+        self.init(dayCount: 7)
