// changes: push-answer
// refused by: Step21AnswerTests/countsOnce()
// says: the counts are 1 and 0
// breaks: push-answer.8
//
// Counts an answer before it knows that the command is still open.

-            guard let result = byRequest[sent.command.requestID], let queued = try pending(sent.number) else {
-                continue
-            }
-            count += 1
+            guard let result = byRequest[sent.command.requestID] else { continue }
+            count += 1
+            guard let queued = try pending(sent.number) else { continue }
