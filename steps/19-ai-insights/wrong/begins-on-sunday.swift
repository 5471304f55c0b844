// changes: week
// refused by: Step19InsightsTests/weekInZone()
// says: It's Wednesday noon in UTC: the week begins at 2026-06-15T00:00:00Z, and `current` begins at 2026-06-14
// breaks: week.1
//
// `weekday` is 1 on Sundays, so the week begins on the day with the number 1.

-        let dayCount = (calendar.component(.weekday, from: today) + 5) % 7 + 1
+        let dayCount = calendar.component(.weekday, from: today)
