// changes: apply-push
// refused by: Step08EngineTests/strangeIDs()
// says: because the server can't have seen them
// breaks: apply-push.2
//
// Takes the row if an id wasn't pushed, and so marks a record clean that never left the phone.

         for id in answer.acceptedIDs + answer.unchangedIDs {
-            guard let copy = copies[id] else { continue }
+            guard let copy = try copies[id] ?? tables.row(id)?.record else { continue }
