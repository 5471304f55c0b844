// changes: live-machine
// refused by: Step20MachineTests/stops()
// says: an old timer runs out
//
// Stops, but an old timer or an edit starts it again.

-        guard !isStopped || event == .started else { return [] }
