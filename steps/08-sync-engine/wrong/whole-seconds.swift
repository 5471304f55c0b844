// changes: precedence
// refused by: Step08EngineTests/vectors()
// says: differ first in updatedAt, and there
// breaks: precedence.3
//
// Compares the time of writing by whole seconds, because a person doesn't edit twice in one.

-        if left.updatedAt != right.updatedAt { return left.updatedAt < right.updatedAt }
+        let (leftSecond, rightSecond) = (
+            left.updatedAt.millisecondsSinceEpoch / 1_000, right.updatedAt.millisecondsSinceEpoch / 1_000
+        )
+        if leftSecond != rightSecond { return leftSecond < rightSecond }
