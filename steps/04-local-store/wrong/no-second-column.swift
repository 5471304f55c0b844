// replaces: all-by-kind
// refused by: Step04StoreTests/allByKindIsOrdered()
// says: Measurements of the same moment should come by id
// breaks: all-by-kind.3
//
// Leaves measurements of one moment in any order.

        try records(where: "kind = ? ORDER BY recorded_at", [kind.rawValue])
