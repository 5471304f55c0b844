// replaces: bind-record
// refused by: Step04StoreTests/bindsInOrder()
// says: The column recorded_at of the file should hold
// breaks: bind-record.1
//
// Binds the two times the wrong way round.

        [
            id.lowercased, kind.rawValue, value, unit.rawValue, updatedAt.millisecondsSinceEpoch,
            recordedAt.millisecondsSinceEpoch, version, extra.text,
        ]
