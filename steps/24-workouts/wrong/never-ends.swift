// changes: settle-batch
// refused by: Step24UploadTests/ended()
// says: A new sample gets a batch of its own
// breaks: settle-batch.5
//
// The batch stays, so the next sync sends an empty one.

-        try end(batch, answer.receipt)
