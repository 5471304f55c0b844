// changes: push-answer
// refused by: Step21AnswerTests/buriesRejected()
// says: A dead letter says why
// breaks: push-answer.7
//
// Keeps a rejected command without the reason.

-                try bury(queued, code: result.code ?? "rejected", path: result.path, detail: result.detail)
+                try bury(queued, code: "rejected")
