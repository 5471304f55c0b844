// replaces: put-record
// refused by: Step04StoreTests/keepsOtherColumns()
// says: deletes it first
// breaks: put-record.5
//
// Deletes the row and inserts another: what the statement does not name is gone.

        try execute(
            "INSERT OR REPLACE INTO measurement (\(Self.columns), dirty, own) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            record.arguments + [dirty, own])
