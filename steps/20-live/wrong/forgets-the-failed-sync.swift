// changes: live-machine
// refused by: Step20MachineTests/syncFails()
// says: The wait after the failed sync is over
// breaks: live-machine.1
//
// Doesn't note that a sync that failed has ended. No other ever begins.

-        case .syncFailed: (isSyncing, syncsAgain) = (false, false)
