// changes: live-machine
// refused by: Step20MachineTests/editsOffline()
// says: the timer to connect runs already
//
// Starts the wait again after each failed sync. While a person types, the phone never reconnects.

-            if stream == .closed { return [] }
