// changes: live-machine
// refused by: Step20MachineTests/stops()
// says: asking again won't help
// breaks: live-machine.7
//
// Tries again after every refusal. A revoked phone asks once a minute for the rest of its life.

-            if [401, 403, 404, 405, 409].contains(status) { return stop(status == 404 ? .notSupported : .stopped) }
