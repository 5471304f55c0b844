// replaces: compose-device
// refused by: Step14RunTests/tokenIsSecret()
// says: A command failed
//
// Takes the secure store of the tests: the next process has no token.

        store = try MeasurementStore(path: directory + "/vitals.sqlite", clock: clock)
        tokens = InMemorySecureStore()
