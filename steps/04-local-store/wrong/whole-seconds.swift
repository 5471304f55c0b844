// replaces: bind-record
// refused by: Step04StoreTests/keepsTimesExactly()
// says: Store whole milliseconds since 1970
// breaks: bind-record.4
//
// Cuts the milliseconds off the times, as if the column held seconds.

        [
            id.lowercased, kind.rawValue, value, unit.rawValue, recordedAt.flooredToSecond.millisecondsSinceEpoch,
            updatedAt.flooredToSecond.millisecondsSinceEpoch, version, extra.text,
        ]
