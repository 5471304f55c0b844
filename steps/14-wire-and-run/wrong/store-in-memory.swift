// replaces: compose-device
// refused by: Step14RunTests/directoryOfItsOwn()
// says: the next run on the same directory lists
//
// Keeps the records only while the process runs.

        store = try MeasurementStore(path: ":memory:", clock: clock)
        tokens = secureStore ?? SealedFileSecureStore(directory: directory)
