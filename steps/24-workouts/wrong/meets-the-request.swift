// changes: match-workouts
// refused by: Step24MatchTests/inOneRequest()
// says: Two sprints of a minute
// breaks: match-workouts.5
//
// Two sprints in one request become one.

-            guard let nearest = alike.min(by: { isNearer($0, $1, to: item) }) else { return .insert }
+            guard let nearest = alike.min(by: { isNearer($0, $1, to: item) }) else {
+                free.append(Stored(id: item.id, start: item.start, duration: item.duration))
+                return .insert
+            }
