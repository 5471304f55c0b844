// replaces: put-record
// refused by: Step04StoreTests/upsertReplaces()
// says: there's still no row with that id
// breaks: put-record.1
//
// Updates the row, and there is none.

        try execute(
            """
            UPDATE measurement SET id = ?1, kind = ?2, value_ = ?3, unit = ?4, recorded_at = ?5, updated_at = ?6,
              version = ?7, extra = ?8, dirty = ?9, own = ?10
            WHERE id = ?1
            """, record.arguments + [dirty, own])
