// changes: settle-batch
// refused by: Step24UploadTests/failedLast()
// says: the last of three samples
// breaks: settle-batch.3
//
// Puts back as many as failed, from the first on.

-        for index in answer.failed { try putBack(index, of: batch) }
+        for index in answer.failed.indices { try putBack(index, of: batch) }
