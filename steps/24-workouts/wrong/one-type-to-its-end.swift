// changes: next-window
// refused by: Step24LaneTests/goesBackTogether()
// says: HEART_RATE was read 300 days back
// breaks: next-window.5
//
// Reads heart rates to their end before it reads a step.

-        guard let state = hot ?? latest(states.filter { !$0.isBackfilled }) else { return nil }
+        guard let state = hot ?? states.first(where: { !$0.isBackfilled }) else { return nil }
