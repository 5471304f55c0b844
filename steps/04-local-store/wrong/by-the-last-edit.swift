// changes: all-by-kind
// refused by: Step04StoreTests/allByKindIsOrdered()
// says: Measurements of the same moment should come by id
// breaks: all-by-kind.3
//
// Orders measurements of one moment by their last edit, and only then by id.

-        try records(where: "kind = ? ORDER BY recorded_at, id", [kind.rawValue])
+        try records(where: "kind = ? ORDER BY recorded_at, updated_at, id", [kind.rawValue])
