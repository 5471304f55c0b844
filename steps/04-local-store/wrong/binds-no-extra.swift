// replaces: bind-record
// refused by: Step04StoreTests/bindsInOrder()
// says: The column extra of the file should hold
// breaks: bind-record.5
//
// Stores the fields that this build knows, and strips what a newer one wrote.

        [
            id.lowercased, kind.rawValue, value, unit.rawValue, recordedAt.millisecondsSinceEpoch,
            updatedAt.millisecondsSinceEpoch, version, "",
        ]
