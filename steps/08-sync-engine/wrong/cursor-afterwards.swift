// replaces: apply-page
// refused by: Step08EngineTests/crashInAPage()
// says: belong in one transaction
//
// Stores the cursor in a transaction of its own, after the page.

        var applied = try write { tables in
            var applied = Applied()
            let current = try SyncState.fetch(tables.database)
            guard current.cursor == state.cursor, current.receipt == state.receipt,
                try admit(page.account, origin: origin, tables)
            else {
                applied.isSuperseded = true
                return applied
            }
            for record in page.body.records { try absorb(record, tables, &applied) }
            return applied
        }
        guard !applied.isSuperseded else { return applied }
        applied.state = try write { tables in
            try tables.execute("UPDATE sync_state SET cursor = ?", [page.body.nextCursor])
            try raiseReceipt(page.receipt, tables)
            try noteFeatures(page.features, tables)
            return try SyncState.fetch(tables.database)
        }
        return applied
