// changes: claim-batch
// refused by: Step21BatchTests/marksWhatFits()
// says: only 1 is marked as sent
// breaks: claim-batch.4
//
// Marks each command before it knows whether it fits.

             bytes += queued.command.approximateSizeBytes
+            try execute("UPDATE entity_outbox SET sent = 1 WHERE number = ?", [queued.number])
             guard batch.isEmpty || bytes <= Self.batchSizeBytes else { break }
@@
-        for queued in batch {
-            try execute("UPDATE entity_outbox SET sent = 1 WHERE number = ?", [queued.number])
-        }
