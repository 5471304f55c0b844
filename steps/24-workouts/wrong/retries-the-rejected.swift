// changes: settle-batch
// refused by: Step24UploadTests/rejected()
// says: refused the second of three samples
// breaks: settle-batch.2
//
// A rejected sample waits again, and is rejected again, at each sync.

-        for rejection in answer.rejected { try reject(rejection, of: batch) }
+        for rejection in answer.rejected { try putBack(rejection.index, of: batch) }
