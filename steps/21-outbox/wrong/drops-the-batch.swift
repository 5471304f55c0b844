// changes: push-answer
// refused by: Step21AnswerTests/leavesTheRest()
// says: so command 1 goes again
// breaks: push-answer.3
//
// Takes a command without an answer for an applied one.

-            guard let result = byRequest[sent.command.requestID], let queued = try pending(sent.number) else {
-                continue
-            }
+            let result = byRequest[sent.command.requestID] ?? EntityResult(.applied, id: sent.command.id)
+            guard let queued = try pending(sent.number), !byRequest.isEmpty else { continue }
