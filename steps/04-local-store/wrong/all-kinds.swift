// replaces: all-by-kind
// refused by: Step04StoreTests/allByKindIsOrdered()
// says: records, of STEPS, WEIGHT, weight
// breaks: all-by-kind.1
//
// Forgets the kind.

        try records(where: "1 ORDER BY recorded_at, id", [])
