// replaces: all-by-kind
// refused by: Step04StoreTests/allByKindIsOrdered()
// says: records, of WEIGHT, weight
// breaks: all-by-kind.1
//
// Compares with LIKE, to which upper and lower case are alike.

        try records(where: "kind LIKE ? ORDER BY recorded_at, id", [kind.rawValue])
