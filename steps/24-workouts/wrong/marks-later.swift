// changes: next-window
// refused by: Step24LaneTests/marksFirst()
// says: STEPS has no mark yet
// breaks: next-window.3
//
// Reads what it can first. What is added meanwhile is behind the mark that comes after.

-        if let new = states.first(where: { $0.anchor == nil }) { return LaneWindow(new, .mark) }
-        let hot = latest(states.filter(\.isHot))
+        let hot = latest(states.filter(\.isHot))
+        if hot == nil, let new = states.first(where: { $0.anchor == nil }) { return LaneWindow(new, .mark) }
