// changes: claim-batch
// refused by: Step21BatchTests/marks()
// says: those two are marked
// breaks: claim-batch.4
//
// Doesn't mark what it claims.

-        for queued in batch {
-            try execute("UPDATE entity_outbox SET sent = 1 WHERE number = ?", [queued.number])
-        }
