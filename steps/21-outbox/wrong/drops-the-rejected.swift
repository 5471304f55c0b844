// changes: push-answer
// refused by: Step21AnswerTests/buriesRejected()
// says: finds it among the dead letters
// breaks: push-answer.7
//
// Drops a rejected command.

             case .rejected:
-                try bury(queued, code: result.code ?? "rejected", path: result.path, detail: result.detail)
+                try remove(queued)
