// changes: push-answer
// refused by: Step21AnswerTests/settlesTheStored()
// says: copy is older
// breaks: push-answer.4
//
// Asks whether the command is still open, and then goes on with the batch's copy.

-            guard let result = byRequest[sent.command.requestID], let queued = try pending(sent.number) else {
-                continue
-            }
+            guard let result = byRequest[sent.command.requestID], try pending(sent.number) != nil else { continue }
+            let queued = sent
