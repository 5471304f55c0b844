// changes: view-sync-event
// refused by: Step15ViewModelTests/airplane()
// says: the person asks for a sync
//
// Lets the person sync in airplane mode, because they asked.

         case .asked(let asker):
-            guard !isAirplane, !status.isSyncing, asker == .person || status.mayRetryByItself else { return .nothing }
+            guard !status.isSyncing, asker == .person || (!isAirplane && status.mayRetryByItself) else { return .nothing }
             status = .syncing(SyncProgress())
