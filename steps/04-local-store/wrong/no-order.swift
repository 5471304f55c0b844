// replaces: all-by-kind
// refused by: Step04StoreTests/allByKindIsOrdered()
// says: should come by recordedAt
//
// Names no order: SQLite then gives whatever its index gives, which is none that a person would list.

        try records(where: "kind = ? ORDER BY id", [kind.rawValue])
