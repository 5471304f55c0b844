// changes: next-window
// refused by: Step24LaneTests/hotFirst()
// says: STEPS was read three days back
// breaks: next-window.4
//
// Goes through the changes first; the screen of a new phone stays empty.

-        if hot == nil, let state = states.first(where: { news.contains($0.type) }), let anchor = state.anchor {
+        if let state = states.first(where: { news.contains($0.type) }), let anchor = state.anchor {
