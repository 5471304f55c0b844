// changes: push-answer
// refused by: Step21AnswerTests/buriesRejected()
// says: or it's sent for ever
// breaks: push-answer.7
//
// Leaves a rejected command in the outbox.

             case .rejected:
-                try bury(queued, code: result.code ?? "rejected", path: result.path, detail: result.detail)
+                break
