// replaces: all-by-kind
// refused by: Step04StoreTests/allByKindIsOrdered()
// says: A weight's row is damaged
// breaks: all-by-kind.4
//
// Gives an empty list if a row is damaged, and the history looks deleted.

        (try? records(where: "kind = ? ORDER BY recorded_at, id", [kind.rawValue])) ?? []
