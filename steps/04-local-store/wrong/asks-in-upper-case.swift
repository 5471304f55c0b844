// replaces: all-by-kind
// refused by: Step04StoreTests/allByKindIsOrdered()
// says: One record is of the kind "weight"
// breaks: all-by-kind.1
//
// Asks for the kind in upper case, as the known ones are.

        try records(where: "kind = ? ORDER BY recorded_at, id", [kind.rawValue.uppercased()])
