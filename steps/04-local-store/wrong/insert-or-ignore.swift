// replaces: put-record
// refused by: Step04StoreTests/upsertReplaces()
// says: the row still differs
// breaks: put-record.2
//
// Leaves an existing row alone: no later version ever replaces it.

        try execute(
            "INSERT OR IGNORE INTO measurement (\(Self.columns), dirty, own) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            record.arguments + [dirty, own])
