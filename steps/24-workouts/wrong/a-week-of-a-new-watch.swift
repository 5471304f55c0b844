// changes: next-window
// refused by: Step24LaneTests/stopsAtTheFloor()
// says: The watch is three hours old
// breaks: next-window.7
//
// The hot lane goes by the week alone, also where the first sample is younger.

-        let from = max(state.spanStart, state.laneFloor)
+        let lane = hot == nil ? state.laneFloor : state.hotFloor ?? state.laneFloor
+        let from = max(state.spanStart, lane)
