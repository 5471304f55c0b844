// changes: view-sync-event
// refused by: Step15ViewModelTests/oneAtATime()
// says: A sync is under way, and the person asks
//
// A tap starts a sync even while one is under way.

         case .asked(let asker):
-            guard !isAirplane, !status.isSyncing, asker == .person || status.mayRetryByItself else { return .nothing }
+            guard !isAirplane, asker == .person || status.mayRetryByItself else { return .nothing }
             status = .syncing(SyncProgress())
