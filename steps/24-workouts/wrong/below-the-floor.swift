// changes: next-window
// refused by: Step24LaneTests/stopsAtTheFloor()
// says: The first sample is 1,000 days old
// breaks: next-window.7
//
// Goes back beyond the first sample, to the beginning of time.

-        let from = max(state.spanStart, state.laneFloor)
+        let from = state.spanStart
