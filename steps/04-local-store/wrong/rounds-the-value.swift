// replaces: bind-record
// refused by: Step04StoreTests/keepsValuesExactly()
// says: Bind the Double itself
// breaks: bind-record.3
//
// Sends the value through text with a fixed number of digits, as it would be shown to a person.

        [
            id.lowercased, kind.rawValue, String(format: "%.6f", value), unit.rawValue,
            recordedAt.millisecondsSinceEpoch, updatedAt.millisecondsSinceEpoch, version, extra.text,
        ]
