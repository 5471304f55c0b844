// changes: settle-batch
// refused by: Step24UploadTests/late()
// says: and the old answer comes
// breaks: settle-batch.1
//
// Whoever has an answer stores it.

-        guard try holds(batch) else { return }
