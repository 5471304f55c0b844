// changes: alarm-difference
// refused by: Step23AlarmTests/keepsTheShown()
// says: the pills ring again where they are
// breaks: alarm-difference.6
//
// Clears the screen of what rings again.

-        changes.cancel = Self.ordered(state.shown.subtracting(isDue).union(gone.map(\.key)))
+        changes.cancel = Self.ordered(
+            state.shown.subtracting(isDue).union(gone.map(\.key))
+                .union(state.shown.intersection(changes.ring.map(\.key))))
