// changes: next-window
// refused by: Step24LaneTests/keepsTheBudget()
// says: stops the app in 1.9 s
// breaks: next-window.1
//
// Begins a window that the system will stop in the middle.

-        guard secondsLeft >= reserveSeconds else { return nil }
