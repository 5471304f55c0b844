// changes: live-machine
// refused by: Step20MachineTests/editsOffline()
// says: the timer to connect runs already
// breaks: live-machine.12
//
// Starts the wait again after each failed sync. While a person types, the phone never reconnects.

-            if stream == .closed { return [] }
