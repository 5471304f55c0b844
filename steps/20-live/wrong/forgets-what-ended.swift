// changes: live-machine
// refused by: Step20MachineTests/restarts()
// says: ended while the machine was stopped, so none is under way
// breaks: live-machine.3
//
// Ignores everything after a stop, also that a sync has ended. After the next start none begins any more.

+        guard !isStopped || event == .started else { return [] }
         // What has ended is over also after a stop, or nothing of the kind begins after the next start.
