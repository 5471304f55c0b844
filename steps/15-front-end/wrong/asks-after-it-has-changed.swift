// changes: view-sync-event
// refused by: Step15ViewModelTests/airplaneStops()
// says: A sync was under way when airplane mode was switched on
//
// Sets the status first, and only then asks it whether a sync was under way.

         case .airplane(let isOn):
-            let isSyncing = status.isSyncing
             isAirplane = isOn
             if isOn {
                 status = .offline
-                return isSyncing ? .stop : .nothing
+                return status.isSyncing ? .stop : .nothing
             }
