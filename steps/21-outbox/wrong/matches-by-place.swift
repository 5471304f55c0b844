// changes: push-answer
// refused by: Step21AnswerTests/matchesByRequest()
// says: The server answered the second command first
// breaks: push-answer.1
//
// Takes the first answer for the first command.

-        for sent in batch {
-            guard let result = byRequest[sent.command.requestID], let queued = try pending(sent.number) else {
-                continue
-            }
+        for (index, sent) in batch.enumerated() where index < results.count && byRequest[sent.command.requestID] != nil {
+            guard let queued = try pending(sent.number) else { continue }
+            let result = results[index]
