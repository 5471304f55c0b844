// replaces: apply-page
// refused by: Step08EngineTests/crashInAPage()
// says: will never be requested again
// breaks: apply-page.1
//
// Stores the cursor in a transaction of its own, before the page.

        try self.write { tables in
            if try SyncState.fetch(tables.database).cursor == state.cursor {
                try tables.execute("UPDATE sync_state SET cursor = ?", [page.body.nextCursor])
            }
        }
        return try write { tables in
            var applied = Applied()
            guard try bindOrVerifyAccount(page.account, origin: origin, tables) else {
                applied.isSuperseded = true
                return applied
            }
            for record in page.body.records { try mergeRemote(record, tables, &applied) }
            try advanceReceipt(page.receipt, tables)
            try noteFeatures(page.features, tables)
            applied.state = try SyncState.fetch(tables.database)
            return applied
        }
