// changes: wall-moment
// refused by: Step23WallTests/goesByTheHour()
// says: went half an hour forward
// breaks: wall-moment.1
//
// Takes for granted that clocks change by an hour.

-        let (before, after) = (offset(wall - 86_400), offset(wall + 86_400))
-        let found = [wall - before, wall - after].filter { offset($0) == wall - $0 }.min()
+        let before = offset(wall - 86_400)
+        let found = [-3_600, 0, 3_600].map { wall - before + $0 }.filter { offset($0) == wall - $0 }.min()
