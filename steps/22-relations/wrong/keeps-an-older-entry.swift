// changes: replace-id
// refused by: Step22IdentityTests/mapsAgain()
// says: the older entry goes
// breaks: replace-id.1
//
// Keeps what the id meant before.

-        try execute("INSERT OR REPLACE INTO entity_map (id, survivor) VALUES (?, ?)", [old, new])
+        try execute("INSERT OR IGNORE INTO entity_map (id, survivor) VALUES (?, ?)", [old, new])
