// changes: settle-batch
// refused by: Step24UploadTests/failed()
// says: On your phone: 3 uploaded, 0 waiting
// breaks: settle-batch.3
//
// Marks everything as uploaded before it looks for what wasn't.

-        for rejection in answer.rejected { try reject(rejection, of: batch) }
-        for index in answer.failed { try putBack(index, of: batch) }
-        try markUploaded(batch)
+        try markUploaded(batch)
+        for rejection in answer.rejected { try reject(rejection, of: batch) }
+        for index in answer.failed { try putBack(index, of: batch) }
