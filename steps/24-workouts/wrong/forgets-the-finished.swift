// changes: next-window
// refused by: Step24LaneTests/changesAfterTheEnd()
// says: All was read, and there's news
// breaks: next-window.4
//
// A type that was read to its end is done, and what is added later never comes.

-        if hot == nil, let state = states.first(where: { news.contains($0.type) }), let anchor = state.anchor {
+        if hot == nil, let state = states.first(where: { news.contains($0.type) && !$0.isBackfilled }),
+            let anchor = state.anchor
+        {
