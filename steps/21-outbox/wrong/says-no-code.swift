// changes: push-answer
// refused by: Step21AnswerTests/needsNoCode()
// says: without saying a code
// breaks: push-answer.7
//
// Makes an empty code of none.

-                try bury(queued, code: result.code ?? "rejected", path: result.path, detail: result.detail)
+                try bury(queued, code: result.code ?? "", path: result.path, detail: result.detail)
