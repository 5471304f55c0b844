// changes: next-window
// refused by: Step24LaneTests/leavesOutStalled()
// says: of the last week have moved nothing
// breaks: next-window.2
//
// A type that stalled in its last week keeps the others from their changes.

-        let states = states.filter { $0.stalls < maximumStalls }
+        let all = states
+        let states = states.filter { $0.stalls < maximumStalls }
@@
-        if hot == nil, let state = states.first(where: { news.contains($0.type) }), let anchor = state.anchor {
+        if !all.contains(where: \.isHot), let state = states.first(where: { news.contains($0.type) }),
+            let anchor = state.anchor
+        {
