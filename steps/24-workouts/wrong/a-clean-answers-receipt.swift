// changes: settle-batch
// refused by: Step24UploadTests/rejected()
// says: The answer that refused one has a receipt
// breaks: settle-batch.5
//
// Keeps the receipt only of an answer that took everything.

-        try end(batch, answer.receipt)
+        try end(batch, answer.rejected.isEmpty && answer.failed.isEmpty ? answer.receipt : nil)
