// changes: settle-batch
// refused by: Step24UploadTests/failed()
// says: On your phone: 3 uploaded, 0 waiting
// breaks: settle-batch.3
//
// What the server couldn't store is never sent again.

-        for index in answer.failed { try putBack(index, of: batch) }
