// replaces: compose-device
// refused by: Step14RunTests/tokenIsSecret()
// says: A command failed
//
// Uses the tests' secure store in memory, so the next process has no token.

        store = try MeasurementStore(path: directory + "/vitals.sqlite", clock: clock)
        tokens = InMemorySecureStore()
