// changes: claim-batch
// refused by: Step21BatchTests/marks()
// says: those two are marked
// breaks: claim-batch.4
//
// Marks every command that waits.

-            try execute("UPDATE entity_outbox SET sent = 1 WHERE number = ?", [queued.number])
+            try execute("UPDATE entity_outbox SET sent = 1 WHERE number >= ?", [queued.number])
