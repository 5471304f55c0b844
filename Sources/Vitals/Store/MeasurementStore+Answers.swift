import Foundation
import GRDB

// Applies the server's responses to the store. Each response is one transaction, and is applied only if it still fits
// the store's state.

/// The effect of applying one response.
package struct Applied: Hashable, Sendable {
    /// Rows that are now the same as on the server.
    package var confirmedCount = 0
    /// Rows that took a greater record from the server.
    package var adoptedCount = 0
    package var rejectedCount = 0
    /// Local edits that lost and were kept as conflicts.
    package var conflictCount = 0
    /// True when the store had moved on since the request, so nothing was changed.
    package var isSuperseded = false
    /// The store's state afterwards.
    package var state = SyncState()

    package init() {}
}

extension MeasurementStore {
    /// Marks the rows of accepted copies clean, but only rows that still equal the copy that was pushed.
    ///
    /// An edit made while the push was in flight stays dirty. That holds even if it restored the old value, because it
    /// is a later version.
    package func acknowledge(_ pushed: [Measurement]) throws {
        try write { tables in
            for copy in pushed { try acknowledge(copy, tables) }
        }
    }

    /// Applies the response to a push.
    package func apply(_ answer: SyncResponse<Pushed>, to pushed: [Measurement], origin: String) throws -> Applied {
        try write(knowing: answer.body.overwritten) { tables in
            var applied = Applied()
            guard try bindOrVerifyAccount(answer.account, origin: origin, tables) else {
                applied.isSuperseded = true
                return applied
            }
            // First, because the records that this response refuses were refused under these features.
            try noteFeatures(answer.features, tables)
            var body = answer.body
            if !rules.contains(.equalMeansClean) { body.unchangedIDs = [] }
            try applyPushResponse(body, of: pushed, tables, &applied)
            try advanceReceipt(answer.receipt, tables)
            applied.state = try SyncState.fetch(tables.database)
            return applied
        }
    }

    /// Merges a pulled page and stores its cursor in one transaction, but only if the store's state hasn't changed
    /// since the page was requested.
    package func apply(_ page: SyncResponse<Pulled>, askedWith state: SyncState, origin: String) throws -> Applied {
        var state = state
        if !rules.contains(.atomicPage) {
            // In a test without this rule, the cursor is on the disk before the page is judged.
            try setCursor(page.body.nextCursor)
            state = try syncState()
        }
        // The transaction below knows what the page says of overwritten edits, and features take part in it.
        func write(_ body: (RecordTables) throws -> Applied) throws -> Applied {
            try self.write(knowing: page.body.overwritten) { tables in
                let applied = try body(tables)
                if !applied.isSuperseded { try features.didApply(page.body, in: tables) }
                return applied
            }
        }
        // @write 8 apply-page
        return try write { tables in
            var applied = Applied()
            let current = try SyncState.fetch(tables.database)
            guard current.cursor == state.cursor, current.receipt == state.receipt,
                try bindOrVerifyAccount(page.account, origin: origin, tables)
            else {
                applied.isSuperseded = true
                return applied
            }
            for record in page.body.records { try mergeRemote(record, tables, &applied) }
            try tables.execute("UPDATE sync_state SET cursor = ?", [page.body.nextCursor])
            try advanceReceipt(page.receipt, tables)
            try noteFeatures(page.features, tables)
            applied.state = try SyncState.fetch(tables.database)
            return applied
        }
        // @starter
        //| throw NotWritten(8, "merge the page and store its cursor, in one transaction, if the store has not moved on")
        // @end
    }

    // MARK: Parts of a transaction

    /// Applies the outcome of each pushed record. The response names only ids, so they are matched to the copies that
    /// were sent.
    private func applyPushResponse(
        _ answer: Pushed, of pushed: [Measurement], _ tables: RecordTables, _ applied: inout Applied
    ) throws {
        // @write 8 apply-push
        let copies = Dictionary(pushed.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for id in answer.acceptedIDs + answer.unchangedIDs {
            guard let copy = copies[id] else { continue }
            if try acknowledge(copy, tables) { applied.confirmedCount += 1 }
        }
        for record in answer.stale { try mergeRemote(record, tables, &applied) }
        for rejection in answer.rejected {
            guard let copy = copies[rejection.id] else { continue }
            if try storeRejection(copy, rejection, tables) { applied.rejectedCount += 1 }
        }
        // @starter
        //| throw NotWritten(8, "acknowledge what was taken, merge what is stale, store what was rejected")
        // @end
    }

    /// Marks a row clean if it still equals the copy that the server has. Returns true if it does.
    @discardableResult
    func acknowledge(_ copy: Measurement, _ tables: RecordTables) throws -> Bool {
        // In a test without this rule, what the row holds by now passes for the copy that was sent.
        let copy = try rules.contains(.versionedAcknowledgement) ? copy : tables.row(copy.id)?.record ?? copy
        try features.didAcknowledge(copy, in: tables)
        // @write 8 acknowledge
        guard let stored = try tables.row(copy.id) else { return false }
        guard stored.record == copy else {
            // Edited since. The server still has the copy, so a refused edit reverts to it.
            if stored.isDirty { try tables.setBaseIfGreater(copy) }
            return false
        }
        try tables.markClean(copy.id)
        return true
        // @starter
        //| throw NotWritten(8, "mark the row clean, if it still is the copy that was pushed")
        // @end
    }

    /// Merges a record from the server into the row with its id.
    func mergeRemote(_ remote: Measurement, _ tables: RecordTables, _ applied: inout Applied) throws {
        guard try !isIgnored(remote, tables) else { return }
        // @write 8 merge-remote
        guard let stored = try tables.row(remote.id) else {
            try tables.storeSynced(remote)
            applied.adoptedCount += 1
            return
        }
        let local = stored.record
        if local == remote {
            guard stored.isDirty else { return }
            try tables.markClean(local.id)
            applied.confirmedCount += 1
        } else if merge(local, remote) == remote {
            if try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
            // If the winner has the same content, the row still counts as entered here.
            try tables.storeSynced(remote, own: stored.isOwn && local.hasSameContent(as: remote))
            applied.adoptedCount += 1
        } else if stored.isDirty {
            try tables.setBaseIfGreater(remote)
        } else {
            // The server once had our record, from us or from another device, and has lost it.
            try tables.setBaseIfGreater(local)
            try tables.setDirty(true, local.id)
        }
        // @starter
        //| throw NotWritten(8, "merge the record into the store: new here, equal, greater, or less than ours")
        // @end
    }

    /// True for a pulled record that tells a store without one of these rules nothing. Only tests open such a store.
    private func isIgnored(_ remote: Measurement, _ tables: RecordTables) throws -> Bool {
        guard !rules.isSuperset(of: [.equalMeansClean, .healing]), let row = try tables.row(remote.id) else {
            return false
        }
        if row.record == remote { return !rules.contains(.equalMeansClean) }
        return !rules.contains(.healing) && !row.isDirty && !remote.beats(row.record)
    }

    /// Keeps a row that is about to lose as a conflict, if it is the person's own edit and the winner's author had not
    /// seen it. Returns true if the row was kept.
    private func keepUnseenEdit(
        _ stored: RecordTables.Row, winner: Measurement, _ tables: RecordTables
    ) throws -> Bool {
        // An imported record isn't an edit. A Health sample and its copy in an export differ only in their
        // milliseconds, so a person who imports both would be asked about thousands of conflicts.
        guard rules.contains(.conflictsAreKept), stored.isOwn else { return false }
        // A dirty row is an unseen edit, unless it is dirty only because history was lost or an edit was refused. In
        // that case the row equals its own base. An edit that the server had already accepted is unseen too if the
        // winner has the same version, because that winner cannot have been made on top of ours.
        let isUnsent = try stored.isDirty && tables.base(stored.record.id) != stored.record
        guard try isUnsent || winner.version == stored.record.version || features.isUnseen(stored, in: tables) else {
            return false
        }
        return try tables.insertConflict(stored.record, winner: winner, now: clock())
    }

    /// Returns true when a response comes from the account that the store is bound to. Binds a store that isn't bound
    /// yet.
    func bindOrVerifyAccount(_ account: String?, origin: String, _ tables: RecordTables) throws -> Bool {
        guard rules.contains(.accountBinding) else { return true }
        let state = try SyncState.fetch(tables.database)
        if let bound = state.origin, bound != origin { return false }
        if let bound = state.account { return bound == account }
        if state.origin == nil || account != nil {
            try tables.execute("UPDATE sync_state SET origin = ?, account = ?", [origin, account])
        }
        return true
    }

    /// Stores a response's receipt if it is the highest so far.
    func advanceReceipt(_ receipt: Receipt?, _ tables: RecordTables) throws {
        guard let receipt, rules.contains(.receipts) else { return }
        let held = try SyncState.fetch(tables.database).receipt
        guard held.map({ receipt.seq > $0.seq }) ?? true else { return }
        try tables.execute("UPDATE sync_state SET receipt = ?", [receipt.description])
    }
}
