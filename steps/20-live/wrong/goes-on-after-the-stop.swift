// changes: live-machine
// refused by: Step20MachineTests/stops()
// says: an old timer runs out
//
// Stops, and an old timer or an edit begins anew.

-        guard !isStopped || event == .started else { return [] }
