// changes: apply-push
// refused by: Step08EngineTests/pushCounts()
// says: Count the calls of `storeRejection` that return true
// breaks: apply-push.6
//
// Counts a refusal of a copy that the person has edited since.

             guard let copy = copies[rejection.id] else { continue }
-            if try storeRejection(copy, rejection, tables) { applied.rejectedCount += 1 }
+            _ = try storeRejection(copy, rejection, tables)
+            applied.rejectedCount += 1
