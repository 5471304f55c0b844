// changes: replace-id
// refused by: Step22IdentityTests/dropsTheOldRow()
// says: or the list shows Morning twice
// breaks: replace-id.3
//
// Keeps its own row of the old id.

-        try dropReplaced(id)
