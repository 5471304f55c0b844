// replaces: all-by-kind
// refused by: Step04StoreTests/allByKindIsOrdered()
// says: allByKind makes an error of that kind
// breaks: all-by-kind.1
//
// Writes the kind into the SQL instead of binding it.

        try records(where: "kind = '\(kind.rawValue)' ORDER BY recorded_at, id", [])
