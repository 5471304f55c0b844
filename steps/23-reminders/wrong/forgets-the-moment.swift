// changes: alarm-difference
// refused by: Step23AlarmTests/schedulesInAnotherZone()
// says: now that of New York
// breaks: alarm-difference.4
//
// Takes the cause for the moment, and rings by the old zone.

-        changes.schedule = wanted.filter { state.scheduled[$0.key] != $0 }
+        changes.schedule = wanted.filter {
+            state.scheduled[$0.key]?.cause != $0.cause || state.scheduled[$0.key]?.title != $0.title
+        }
