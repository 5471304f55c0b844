// changes: view-sync-event
// refused by: Step15ViewModelTests/airplane()
// says: and the person logged out
//
// Asks for a token in airplane mode, and so forgets why nothing is going on.

             let isSyncing = status.isSyncing
-            status = isAirplane ? .offline : .needsToken
+            status = .needsToken
             return isSyncing ? .stop : .nothing
