// changes: next-window
// refused by: Step24LaneTests/stopsAtTheFloor()
// says: dated its first sample to tomorrow
// breaks: next-window.7
//
// Takes the first sample for the floor, also one that a fast clock has dated behind the border.

-        let from = max(state.spanStart, state.laneFloor)
+        let first = state.floor ?? state.edge
+        let from = max(state.spanStart, hot == nil ? first : max(first, state.hotFloor ?? first))
