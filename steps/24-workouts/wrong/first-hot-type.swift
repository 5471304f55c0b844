// changes: next-window
// refused by: Step24LaneTests/goesBackTogether()
// says: HEART_RATE was read five days back
// breaks: next-window.5
//
// Takes the first type of the hot lane, so the second one shows nothing for a while.

-        let hot = latest(states.filter(\.isHot))
+        let hot = states.first(where: \.isHot)
