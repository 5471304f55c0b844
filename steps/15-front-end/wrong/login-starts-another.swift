// changes: view-sync-event
// refused by: Step15ViewModelTests/loggedIn()
// says: logged in while a sync was under way
//
// Takes a phone that syncs for an idle one, because somebody logged in, and starts a second sync.

             failuresInARow = 0
-            if !isAirplane, !status.isSyncing { status = .idle }
+            if !isAirplane { status = .idle }
             return handle(.asked(by: .phone))
