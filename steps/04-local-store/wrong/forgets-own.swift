// replaces: put-record
// refused by: Step04StoreTests/marksOwnRows()
// says: both write all ten columns
// breaks: put-record.4
//
// Stores `own` with a new row and not with a replaced one: an edit of a pulled record isn't the phone's own.

        try execute(
            """
            INSERT INTO measurement (\(Self.columns), dirty, own) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, value_ = excluded.value_, unit = excluded.unit,
              recorded_at = excluded.recorded_at, updated_at = excluded.updated_at, version = excluded.version,
              extra = excluded.extra, dirty = excluded.dirty
            """, record.arguments + [dirty, own])
