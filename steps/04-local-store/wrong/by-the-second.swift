// replaces: all-by-kind
// refused by: Step04StoreTests/allByKindIsOrdered()
// says: from -4000 to 4000000000000. They came
// breaks: all-by-kind.2
//
// Compares whole seconds, and orders what was measured within one by id.

        try records(where: "kind = ? ORDER BY recorded_at / 1000, id", [kind.rawValue])
