// changes: week
// refused by: Step19InsightsTests/weekInZone()
// says: It's Monday, half past one, in Berlin, and still Sunday in UTC
// breaks: week.2
//
// The week of the server. In Auckland, Monday morning's run counts for the week before.

-        calendar.timeZone = timeZone
+        calendar.timeZone = .gmt
