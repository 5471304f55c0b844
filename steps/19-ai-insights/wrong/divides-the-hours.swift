// changes: week
// refused by: Step19InsightsTests/weekOfClockChange()
// says: however long the days are
// breaks: week.6
//
// Divides the span by 24 hours. A week of 167 hours has six days then.

         before = midnight(monday - 7)..<midnight(1 - 7)
-        self.dayCount = dayCount
+        let span = current.upperBound.millisecondsSinceEpoch - current.lowerBound.millisecondsSinceEpoch
+        self.dayCount = Int(span / 86_400_000)
