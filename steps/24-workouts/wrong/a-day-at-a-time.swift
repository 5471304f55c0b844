// changes: next-window
// refused by: Step24LaneTests/goesByTheSpan()
// says: the span is 30 days
// breaks: next-window.7
//
// A window is a day, always. Ten years are 3,650 windows for each type.

-        let from = max(state.spanStart, state.laneFloor)
+        let from = max(state.edge.advanced(byMilliseconds: -86_400_000) ?? .min, state.laneFloor)
