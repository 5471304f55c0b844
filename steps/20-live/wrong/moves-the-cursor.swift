// replaces: apply-event
// refused by: Step20MergeTests/mergesWithoutCursor()
// says: The cursor should still be
// breaks: apply-event.7
//
// Takes the event for a page, and moves the cursor to its number.

        try write { tables in
            var applied = Applied()
            for record in event.records { try mergeRemote(record, tables, &applied) }
            try tables.execute("UPDATE sync_state SET cursor = ?", [event.seq])
            applied.state = try SyncState.fetch(tables.database)
            return applied
        }
