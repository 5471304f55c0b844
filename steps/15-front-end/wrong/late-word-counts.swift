// changes: view-sync-event
// refused by: Step15ViewModelTests/airplaneStops()
// says: the stopped sync still told
//
// Believes whatever a sync says, also one that was stopped.

         case .progressed(let progress):
-            if status.isSyncing { status = .syncing(progress) }
+            status = .syncing(progress)
         case .ended(let now):
-            guard status.isSyncing else { return .nothing }
             failuresInARow = 0
@@
         case .failed(let trouble, let now, let jitter):
-            return status.isSyncing ? fail(trouble, now, jitter) : .nothing
+            return fail(trouble, now, jitter)
         case .foundNoServer, .loggedOut:
