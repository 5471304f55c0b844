// changes: claim-batch
// refused by: Step21BatchTests/overtakesNone()
// says: The batch ends before 2
// breaks: claim-batch.2
//
// Leaves out what doesn't fit, and goes on with what does.

-            bytes += queued.command.approximateSizeBytes
-            guard batch.isEmpty || bytes <= Self.batchSizeBytes else { break }
+            let size = queued.command.approximateSizeBytes
+            guard batch.isEmpty || bytes + size <= Self.batchSizeBytes else { continue }
+            bytes += size
             batch.append(queued)
