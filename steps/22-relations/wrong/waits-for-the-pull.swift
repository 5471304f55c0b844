// changes: replace-id
// refused by: Step22IdentityTests/storesTheRow()
// says: would vanish from the screen
// breaks: replace-id.4
//
// Leaves the row to the next pull.

-        if let row, row.id == survivor, try shadow(survivor) == nil { try putSurvivor(row) }
