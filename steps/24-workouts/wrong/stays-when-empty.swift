// changes: store-window
// refused by: Step24WindowTests/movesWhenEmpty()
// says: A quiet day was read
// breaks: store-window.4
//
// An empty window is taken for no window, and a fortnight without a watch stops everything before it.

-        try save(state(after: result, of: window), source)
+        if !result.added.isEmpty || !result.deleted.isEmpty || window.step == .mark {
+            try save(state(after: result, of: window), source)
+        }
