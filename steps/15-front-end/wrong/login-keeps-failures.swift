// changes: view-sync-event
// refused by: Step15ViewModelTests/loggedIn()
// says: The first failure after the person logged in
//
// Makes a phone with a new token wait because of failures with the old one.

         case .loggedIn:
-            failuresInARow = 0
             if !isAirplane, !status.isSyncing { status = .idle }
