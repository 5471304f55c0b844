// changes: view-sync-event
// refused by: Step15ViewModelTests/airplaneStops()
// says: the stopped sync still reported
//
// Believes whatever a sync reports, even one that was stopped.

         case .progressed(let progress):
-            if status.isSyncing { status = .syncing(progress) }
+            status = .syncing(progress)
         case .ended(let now):
-            guard status.isSyncing else { return .nothing }
             failuresInARow = 0
@@
         case .failed(let error, let now, let jitter):
-            return status.isSyncing ? fail(error, now, jitter) : .nothing
+            return fail(error, now, jitter)
         case .foundNoServer, .loggedOut:
