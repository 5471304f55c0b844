// replaces: all-by-kind
// refused by: Step04StoreTests/allByKindIsOrdered()
// says: distances were added
// breaks: all-by-kind.1
//
// Gives a page of a thousand records.

        try records(where: "kind = ? ORDER BY recorded_at, id LIMIT 1000", [kind.rawValue])
