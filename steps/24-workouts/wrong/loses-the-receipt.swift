// changes: settle-batch
// refused by: Step24UploadTests/ended()
// says: receipt is 4.ab
// breaks: settle-batch.5
//
// Ends the batch without its receipt: a restored server goes unnoticed.

-        try end(batch, answer.receipt)
+        try end(batch, nil)
