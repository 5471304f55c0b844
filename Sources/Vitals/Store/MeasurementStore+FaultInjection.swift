import Foundation

// Fault injection: a store without one of its rules. Only tests switch a rule off, to show why it's needed.

extension MeasurementStore {
    // @show fault-page
    /// Stores the cursor by itself and before the page, even if the store has changed since: `atomicPage` is off.
    func applyInPieces(_ page: SyncResponse<Pulled>, origin: String) throws -> Applied {
        try setCursor(page.body.nextCursor)
        return try write(knowing: page.body.overwritten) { tables in
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
    }
    // @end

    /// Marks the row with this id clean, whatever it holds by now: `versionedAcknowledgement` is off.
    func acknowledge(id: UUID, _ tables: RecordTables) throws -> Bool {
        guard try tables.row(id) != nil else { return false }
        try tables.markClean(id)
        return true
    }

    // @show fault-unchanged
    /// Drops the ids of records that the server already had, when `equalMeansClean` is off.
    func withInjectedFaults(_ answer: Pushed) -> Pushed {
        guard !rules.contains(.equalMeansClean) else { return answer }
        var changed = answer
        changed.unchangedIDs = []
        return changed
    }
    // @end

    /// True for a record to drop: a record that is already here when `equalMeansClean` is off, or one that loses to a
    /// clean row when `healing` is off.
    func isDroppedByFault(_ remote: Measurement, _ tables: RecordTables) throws -> Bool {
        guard !rules.isSuperset(of: [.equalMeansClean, .healing]), let row = try tables.row(remote.id) else {
            return false
        }
        if row.record == remote { return !rules.contains(.equalMeansClean) }
        return !row.isDirty && !remote.beats(row.record) && !rules.contains(.healing)
    }
}
