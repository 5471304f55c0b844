// changes: claim-batch
// refused by: Step21BatchTests/takesALargeOne()
// says: so it goes alone
// breaks: claim-batch.3
//
// Never sends a command that's larger than a batch.

-            guard batch.isEmpty || bytes <= Self.batchSizeBytes else { break }
+            guard bytes <= Self.batchSizeBytes else { break }
