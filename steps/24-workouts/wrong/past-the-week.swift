// changes: next-window
// refused by: Step24LaneTests/stopsAtTheFloor()
// says: the hot lane ends after seven
// breaks: next-window.7
//
// A long window of the hot lane reads on into the cold one, while other types wait for their first week.

-        let from = max(state.spanStart, state.laneFloor)
+        let from = max(state.spanStart, state.floor ?? .min)
