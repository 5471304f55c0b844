// changes: claim-batch
// refused by: Step21BatchTests/oldestFirst()
// says: They should be 1, 2, 3
// breaks: claim-batch.1
//
// Sorts the creates to the front, as many apps do.

-        for queued in try pending(limit: limit) {
+        let all = try pending(limit: 10_000)
+        let creates = all.filter { $0.command.operation == .create }
+        for queued in (creates + all.filter { $0.command.operation != .create }).prefix(limit) {
