// replaces: apply-page
// refused by: Step08EngineTests/pageBinds()
// says: should be bound to account-7
//
// Does not look whose page it is.

        return try write { tables in
            var applied = Applied()
            let current = try SyncState.fetch(tables.database)
            guard current.cursor == state.cursor, current.receipt == state.receipt else {
                applied.isSuperseded = true
                return applied
            }
            for record in page.body.records { try absorb(record, tables, &applied) }
            try tables.execute("UPDATE sync_state SET cursor = ?", [page.body.nextCursor])
            try raiseReceipt(page.receipt, tables)
            try noteFeatures(page.features, tables)
            applied.state = try SyncState.fetch(tables.database)
            return applied
        }
