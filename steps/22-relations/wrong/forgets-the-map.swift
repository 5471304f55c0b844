// changes: replace-id
// refused by: Step22IdentityTests/maps()
// says: later commands that name it
// breaks: replace-id.1
//
// Doesn't keep what the id means.

-        try execute("INSERT OR REPLACE INTO entity_map (id, survivor) VALUES (?, ?)", [old, new])
