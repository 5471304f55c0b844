// changes: apply-push
// refused by: Step08EngineTests/pushCounts()
// says: Count what `acknowledge` calls true
//
// Counts every id of the response, also those of rows that were edited since.

             guard let copy = copies[id] else { continue }
-            if try acknowledge(copy, tables) { applied.confirmedCount += 1 }
+            try acknowledge(copy, tables)
+            applied.confirmedCount += 1
         }
