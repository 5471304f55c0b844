// changes: wall-moment
// refused by: Step23WallTests/goesByTheHour()
// says: 18:00 on 2026-03-08
// breaks: wall-moment.1
//
// Clocks change at night, so it asks only in the morning, and goes by the day before otherwise.

-        let (before, after) = (offset(wall - 86_400), offset(wall + 86_400))
+        let before = offset(wall - 86_400)
+        if time.minutes >= 720 { return Timestamp(clamping: Int64(wall - before) * 1_000) }
+        let after = offset(wall + 86_400)
