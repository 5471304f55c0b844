// replaces: apply-page
// refused by: Step08EngineTests/pageOfALostHistory()
// says: The page still counts by the old log
//
// Looks at the cursor alone. A store that began anew stands at 0 again, where the question was asked, in another log.

        return try write { tables in
            var applied = Applied()
            let current = try SyncState.fetch(tables.database)
            guard current.cursor == state.cursor,
                try admit(page.account, origin: origin, tables)
            else {
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
