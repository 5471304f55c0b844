// changes: settle-batch
// refused by: Step24UploadTests/rejected()
// says: refused the second of three samples
// breaks: settle-batch.2
//
// One sample was refused, so the whole batch counts as refused.

-        for rejection in answer.rejected { try reject(rejection, of: batch) }
+        if let rejection = answer.rejected.first {
+            for index in 0..<SampleBatch.limit {
+                try reject(.init(index: index, code: rejection.code, detail: rejection.detail), of: batch)
+            }
+        }
