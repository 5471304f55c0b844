// changes: replace-id
// refused by: Step22IdentityTests/believesNoOtherRow()
// says: so it isn't stored
// breaks: replace-id.5
//
// Stores whatever row the answer has.

-        if let row, row.id == survivor, try shadow(survivor) == nil { try putSurvivor(row) }
+        if let row, try shadow(row.id) == nil { try putSurvivor(row); try refreshViews(around: [row.id.lowercased]) }
