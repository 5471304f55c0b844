// changes: view-sync-event
// refused by: Step15ViewModelTests/waits()
// says: The first failure after a sync that succeeded
//
// Never forgets a failure, so a phone that was offline for a day waits a quarter of an hour each time.

             guard status.isSyncing else { return .nothing }
-            failuresInARow = 0
             status = .idle
