// changes: live-machine
// refused by: Step20MachineTests/backoff()
// says: a late report says that it opened
// breaks: live-machine.6
//
// Believes a late report that a stream opened, after it has ended.

-            guard stream == .opening else { return [] }
