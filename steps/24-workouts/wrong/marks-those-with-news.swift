// changes: next-window
// refused by: Step24LaneTests/marksFirst()
// says: STEPS has no mark yet
// breaks: next-window.3
//
// Takes the mark of a type only when there's news of it.

-        if let new = states.first(where: { $0.anchor == nil }) { return LaneWindow(new, .mark) }
+        if let new = states.first(where: { $0.anchor == nil && news.contains($0.type) }) { return LaneWindow(new, .mark) }
