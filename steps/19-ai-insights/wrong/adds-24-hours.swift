// changes: week
// refused by: Step19InsightsTests/weekOfClockChange()
// says: midnight of Monday is
// breaks: week.3
//
// A day has 86 400 seconds, except twice a year.

-            let day = calendar.date(byAdding: .day, value: days, to: today) ?? today
-            return Timestamp(clamping: Int64((calendar.startOfDay(for: day).timeIntervalSince1970 * 1_000).rounded()))
+            Timestamp(clamping: Int64(((today.timeIntervalSince1970 + Double(days) * 86_400) * 1_000).rounded()))
