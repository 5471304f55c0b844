// changes: live-machine
// refused by: Step20MachineTests/stops()
// says: It has stopped, and
// breaks: live-machine.4
//
// Stops, but an old timer or an edit starts it again.

-        guard !isStopped || event == .started else { return [] }
