// changes: read-status
// refused by: Step07ClientTests/badRequest()
// says: 400 for records[3].updatedAt means
//
// Doesn't look at which record a 400 is about, so the engine has to search for it.

         case (409, "history_lost"): self = .historyLost(account: account)
-        case (400, _):
-            if let index = problem.recordIndex {
-                let code = problem.code ?? "bad_record"
-                self = .badRecord(index: index, code: code, detail: problem.detail, account: account)
-            } else {
-                self = .refused(status: 400, detail: problem.detail, account: account)
-            }
-        case (413, _): self = .refused(status: 413, detail: problem.detail, account: account)
+        case (400, _), (413, _): self = .refused(status: response.status, detail: problem.detail, account: account)
         case (429, _), (500..., _):
