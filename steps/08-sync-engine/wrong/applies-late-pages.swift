// replaces: apply-page
// refused by: Step08EngineTests/latePage()
// says: answer to an old question
//
// Applies a page whatever became of the store since it was asked for.

        return try write { tables in
            var applied = Applied()
            guard try admit(page.account, origin: origin, tables) else {
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
