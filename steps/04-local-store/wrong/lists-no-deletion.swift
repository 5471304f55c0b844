// replaces: all-by-kind
// refused by: Step04StoreTests/allByKindIsOrdered()
// says: The only record of HEART_RATE is a deletion
// breaks: all-by-kind.1
//
// Hides what a user has deleted.

        try records(where: "kind = ? ORDER BY recorded_at, id", [kind.rawValue]).filter { !$0.isDeleted }
