// changes: view-sync-event
// refused by: Step15ViewModelTests/loggedIn()
// says: logged in while a sync was under way
//
// Treats a phone that syncs as idle because the person logged in, and starts a second sync.

             failuresInARow = 0
-            if !isAirplane, !status.isSyncing { status = .idle }
+            if !isAirplane { status = .idle }
             return handle(.asked(by: .phone))
