// changes: next-window
// refused by: Step24LaneTests/triesAgain()
// says: One window of HEART_RATE has moved nothing
// breaks: next-window.2
//
// One window without progress, and the type is left out.

-        let states = states.filter { $0.stalls < maximumStalls }
+        let states = states.filter { $0.stalls == 0 }
