// replaces: compose-device
// refused by: Step14RunTests/directoryOfItsOwn()
// says: which another phone recorded
//
// Opens the store in the default directory, whatever --data says: all phones of this user are one.

        try Self.makePrivate(Self.defaultDirectory)
        store = try MeasurementStore(path: Self.defaultDirectory + "/vitals.sqlite")
        tokens = SealedFileSecureStore(directory: directory)
