// replaces: bind-record
// refused by: Step04StoreTests/keepsEveryField()
// says: came back with another recordedAt
// breaks: bind-record.4
//
// Moves a measurement that is later than its edit, as if its clock were wrong.

        [
            id.lowercased, kind.rawValue, value, unit.rawValue, min(recordedAt, updatedAt).millisecondsSinceEpoch,
            updatedAt.millisecondsSinceEpoch, version, extra.text,
        ]
