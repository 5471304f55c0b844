// changes: live-machine
// refused by: Step20MachineTests/syncFails()
// says: An event comes
// breaks: live-machine.2
//
// Doesn't note that the timer has run out. The first event is followed by a sync, and none after it.

         case .syncFailed: (isSyncing, syncsAgain) = (false, false)
-        case .timer(.sync): syncTimerIsSet = false
         default: break
