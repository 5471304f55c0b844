// replaces: all-by-kind
// refused by: Step04StoreTests/allByKindIsOrdered()
// says: Five weights and one step count
//
// Forgets the kind.

        try records(where: "1 ORDER BY recorded_at, id", [])
