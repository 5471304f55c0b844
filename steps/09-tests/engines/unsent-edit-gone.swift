// replaces: apply-page
// symptom: An edit that the server hasn't seen yet is gone as soon as something arrives from the other phone.

        return try write { tables in
            var applied = Applied()
            let current = try SyncState.fetch(tables.database)
            guard current.cursor == state.cursor, current.receipt == state.receipt,
                try bindOrVerifyAccount(page.account, origin: origin, tables)
            else {
                applied.isSuperseded = true
                return applied
            }
            for record in page.body.records {
                try tables.storeSynced(record)
                applied.adoptedCount += 1
            }
            try tables.execute("UPDATE sync_state SET cursor = ?", [page.body.nextCursor])
            try advanceReceipt(page.receipt, tables)
            try noteFeatures(page.features, tables)
            applied.state = try SyncState.fetch(tables.database)
            return applied
        }
