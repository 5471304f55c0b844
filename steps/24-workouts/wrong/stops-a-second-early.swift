// changes: next-window
// refused by: Step24LaneTests/keepsTheBudget()
// says: There are 2 s left
// breaks: next-window.1
//
// Two seconds are enough, and it gives up at exactly two.

-        guard secondsLeft >= reserveSeconds else { return nil }
+        guard secondsLeft > reserveSeconds else { return nil }
