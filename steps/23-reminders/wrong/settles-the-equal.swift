// changes: settle-answer
// refused by: Step23AnswerTests/sameIsTheSame()
// says: that's one fact
// breaks: settle-answer.5
//
// Takes the same answer for a case of its own.

-            current != change.base, current != change.to
-        else { return nil }
+            current != change.base
+        else { return nil }
+        if current == change.to { return current }
