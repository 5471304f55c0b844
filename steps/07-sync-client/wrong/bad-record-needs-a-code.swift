// changes: read-status
// refused by: Step07ClientTests/badRequest()
// says: whose problem has no code means
//
// Blames a record only if the problem document has a code.

         case (400, _):
-            if let index = problem.recordIndex {
-                let code = problem.code ?? "bad_record"
+            if let index = problem.recordIndex, let code = problem.code {
                 self = .badRecord(index: index, code: code, detail: problem.detail, account: account)
