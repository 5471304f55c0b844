// changes: live-machine
// refused by: Step20MachineTests/keepsTheRest()
// says: The timer still runs
// breaks: live-machine.2
//
// Takes the sync timer for run out whenever a timer runs out.

-        case .timer(.sync): syncTimerIsSet = false
+        case .timer: syncTimerIsSet = false
