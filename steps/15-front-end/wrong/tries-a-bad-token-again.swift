// changes: view-sync-event
// refused by: Step15ViewModelTests/onlyThePerson()
// says: The phone itself asks
//
// Tries again whatever the error was, with the token that the server has just refused.

         switch event {
-        case .asked(let asker):
-            guard !isAirplane, !status.isSyncing, asker == .person || status.mayRetryByItself else { return .nothing }
+        case .asked:
+            guard !isAirplane, !status.isSyncing else { return .nothing }
             status = .syncing(SyncProgress())
