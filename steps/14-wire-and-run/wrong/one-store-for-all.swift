// replaces: compose-device
// refused by: Step14RunTests/directoryOfItsOwn()
// says: which another phone recorded
//
// Opens the store in the user's home, whatever --data says, so all phones of this user share one store.

        let home = (ProcessInfo.processInfo.environment["HOME"] ?? ".") + "/.local/share/vitals"
        try Self.makePrivate(home)
        store = try MeasurementStore(path: home + "/vitals.sqlite", clock: clock)
        tokens = secureStore ?? SealedFileSecureStore(directory: directory)
