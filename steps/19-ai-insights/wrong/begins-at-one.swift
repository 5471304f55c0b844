// changes: week
// refused by: Step19InsightsTests/weekOfClockChange()
// says: in Santiago, midnight of Monday is
// breaks: week.3
//
// Takes the same time of day on other days. Where today begins at 01:00, the other days do too.

             let day = calendar.date(byAdding: .day, value: days, to: today) ?? today
-            return Timestamp(clamping: Int64((calendar.startOfDay(for: day).timeIntervalSince1970 * 1_000).rounded()))
+            return Timestamp(clamping: Int64((day.timeIntervalSince1970 * 1_000).rounded()))
         }
