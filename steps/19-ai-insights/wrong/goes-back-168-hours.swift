// changes: week
// refused by: Step19InsightsTests/weekOfClockChange()
// says: both at midnight
// breaks: week.5
//
// Moves the bounds by seven times 24 hours. If the clocks changed in between, last week ends at 23:00 or at 01:00.

-        before = midnight(monday - 7)..<midnight(1 - 7)
+        func weekEarlier(_ time: Timestamp) -> Timestamp { time.advanced(byMilliseconds: -7 * 86_400_000) ?? time }
+        before = weekEarlier(midnight(monday))..<weekEarlier(midnight(1))
