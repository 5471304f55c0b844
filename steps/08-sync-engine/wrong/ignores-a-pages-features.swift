// replaces: apply-page
// refused by: Step08EngineTests/pageBringsFeatures()
// says: only a page could tell it
//
// Leaves the features to the answers of pushes, which a phone without edits never gets.

        return try write { tables in
            var applied = Applied()
            let current = try SyncState.fetch(tables.database)
            guard current.cursor == state.cursor, current.receipt == state.receipt,
                try admit(page.account, origin: origin, tables)
            else {
                applied.isSuperseded = true
                return applied
            }
            for record in page.body.records { try absorb(record, tables, &applied) }
            try tables.execute("UPDATE sync_state SET cursor = ?", [page.body.nextCursor])
            try raiseReceipt(page.receipt, tables)
            applied.state = try SyncState.fetch(tables.database)
            return applied
        }
