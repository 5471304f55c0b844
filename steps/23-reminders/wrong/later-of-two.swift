// changes: wall-moment
// refused by: Step23WallTests/twice()
// says: The first 02:30 is in summer time
// breaks: wall-moment.3
//
// Takes the second 02:30, an hour late.

-        let found = [wall - before, wall - after].filter { offset($0) == wall - $0 }.min()
+        let found = [wall - before, wall - after].filter { offset($0) == wall - $0 }.max()
