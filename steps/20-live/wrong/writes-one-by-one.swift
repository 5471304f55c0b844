// replaces: apply-event
// refused by: Step20MergeTests/oneTransaction()
// says: they belong in one transaction
// breaks: apply-event.9
//
// Merges each record in a transaction of its own.

        let applied = try write { tables in
            var applied = Applied()
            applied.state = try SyncState.fetch(tables.database)
            applied.isSuperseded =
                account == nil || applied.state.origin != origin || applied.state.account != account
                || event.seq <= applied.state.cursor
            return applied
        }
        guard !applied.isSuperseded else { return applied }
        for record in event.records {
            try write(knowing: event.overwritten) { tables in
                guard try tables.isNews(record) else { return }
                var merged = Applied()
                try mergeRemote(record, tables, &merged)
                try tables.noteEventRow(record.id)
            }
        }
        return applied
