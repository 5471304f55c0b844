// changes: push-answer
// refused by: Step21AnswerTests/settlesOnce()
// says: What's settled stays
// breaks: push-answer.4
//
// Settles what was settled already.

-            guard let result = byRequest[sent.command.requestID], let queued = try pending(sent.number) else {
-                continue
-            }
+            guard let result = byRequest[sent.command.requestID] else { continue }
+            let queued = sent
