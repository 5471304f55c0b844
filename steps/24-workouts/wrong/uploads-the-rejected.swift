// changes: settle-batch
// refused by: Step24UploadTests/rejected()
// says: refused the second of three samples
// breaks: settle-batch.2
//
// The request had status 200, so everything counts as uploaded.

-        for rejection in answer.rejected { try reject(rejection, of: batch) }
