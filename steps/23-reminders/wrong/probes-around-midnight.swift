// changes: wall-moment
// refused by: Step23WallTests/goesByTheHour()
// says: late in the evening
// breaks: wall-moment.1
//
// Looks a day back and a day ahead of the day's midnight, which is too early for an evening far in the west.

-        let (before, after) = (offset(wall - 86_400), offset(wall + 86_400))
+        let midnight = day.number * 86_400
+        let (before, after) = (offset(midnight - 86_400), offset(midnight + 86_400))
