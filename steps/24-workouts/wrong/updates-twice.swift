// changes: match-workouts
// refused by: Step24MatchTests/twice()
// says: holds a correction twice
// breaks: match-workouts.2
//
// Looks whether an id is stored before it looks whether it came already.

-            if let survivor = survivors[item.id] { return .duplicate(of: survivor) }
-            survivors[item.id] = item.id
-            if let workout = known[item.id] {
-                return item.updates && !workout.isDeleted ? .update : .duplicate(of: item.id)
-            }
+            if let workout = known[item.id] {
+                return item.updates && !workout.isDeleted ? .update : .duplicate(of: item.id)
+            }
+            if let survivor = survivors[item.id] { return .duplicate(of: survivor) }
+            survivors[item.id] = item.id
