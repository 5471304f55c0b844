// changes: apply-push
// refused by: Step08EngineTests/responseIsAboutCopies()
// says: Perhaps `storeRejection` got what the row holds now
// breaks: apply-push.5
//
// Moves away what the row holds by now, even the fix of the copy that was refused.

-            guard let copy = copies[rejection.id] else { continue }
+            guard copies[rejection.id] != nil, let copy = try tables.row(rejection.id)?.record else { continue }
