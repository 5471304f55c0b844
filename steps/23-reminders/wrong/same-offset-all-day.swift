// changes: wall-moment
// refused by: Step23WallTests/goesByTheHour()
// says: 06:00 on 2026-03-08
// breaks: wall-moment.1
//
// Goes by the day before, also after the clocks have changed.

-        let found = [wall - before, wall - after].filter { offset($0) == wall - $0 }.min()
+        let found: Int? = before == after ? wall - after : nil
