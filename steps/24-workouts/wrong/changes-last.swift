// changes: next-window
// refused by: Step24LaneTests/changesBeforeCold()
// says: and STEPS has news
// breaks: next-window.4
//
// Changes wait until ten years were read. A deleted weight stays on the screen for weeks.

-        if hot == nil, let state = states.first(where: { news.contains($0.type) }), let anchor = state.anchor {
+        let cold = latest(states.filter { !$0.isBackfilled })
+        if cold == nil, let state = states.first(where: { news.contains($0.type) }), let anchor = state.anchor {
