// changes: replace-id
// refused by: Step22IdentityTests/goesInNoCircle()
// says: so the old entry
// breaks: replace-id.2
//
// Leaves an entry that leads back.

-        try execute("DELETE FROM entity_map WHERE id = ?", [new])
