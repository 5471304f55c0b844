// replaces: put-record
// refused by: Step04StoreTests/upsertReplaces()
// says: the row still differs
//
// Leaves a row alone that is there already: no later version ever takes its place.

        try execute(
            "INSERT OR IGNORE INTO measurement (\(Self.columns), dirty, own) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            record.arguments + [dirty, own])
