// changes: claim-batch
// refused by: Step21BatchTests/staysSmall()
// says: or the server refuses all of them
// breaks: claim-batch.2
//
// Counts commands and no bytes.

             bytes += queued.command.approximateSizeBytes
-            guard batch.isEmpty || bytes <= Self.batchSizeBytes else { break }
             batch.append(queued)
