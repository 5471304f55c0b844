// replaces: all-by-kind
// refused by: Step04StoreTests/allByKindIsOrdered()
// says: should come by recordedAt
// breaks: all-by-kind.2
//
// Asks for no order: SQLite then returns the rows as its index has them, which isn't an order for a list.

        try records(where: "kind = ? ORDER BY id", [kind.rawValue])
