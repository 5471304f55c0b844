import Foundation
import GRDB

// What the server's answers do to the store: each answer in one transaction, each only where it still applies.

/// What applying an answer did.
package struct Applied: Hashable, Sendable {
    /// Rows that now are what the server has.
    package var settledCount = 0
    /// Rows that took a greater record from the server.
    package var adoptedCount = 0
    package var rejectedCount = 0
    /// Local edits that lost and were kept aside.
    package var conflictCount = 0
    /// The answer was to a question that is no longer the store's: nothing was changed.
    package var isSuperseded = false
    /// The store's state after it.
    package var state = SyncState()

    package init() {}
}

extension MeasurementStore {
    /// Acknowledges copies that the server has taken: a row becomes clean only if it still is that copy.
    ///
    /// An edit made while the push was in flight stays dirty, also one that went back to the old value, because it is a
    /// later version.
    public func acknowledge(_ pushed: [Measurement]) throws {
        try write { tables in
            for copy in pushed { try acknowledge(copy, tables) }
        }
    }

    /// Applies the answer to a push.
    package func apply(_ answer: Answer<Pushed>, to pushed: [Measurement], origin: String) throws -> Applied {
        try write { tables in
            var applied = Applied()
            guard try admit(answer.account, origin: origin, tables) else {
                applied.isSuperseded = true
                return applied
            }
            // First: what this very answer refuses was refused under these features.
            try noteFeatures(answer.features, tables)
            let copies = Dictionary(pushed.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            var taken = answer.body.acceptedIDs
            if rules.contains(.equalMeansClean) { taken += answer.body.unchangedIDs }
            for id in taken {
                guard let copy = copies[id] else { continue }
                if try acknowledge(copy, tables) { applied.settledCount += 1 }
            }
            for record in answer.body.stale { try absorb(record, tables, &applied) }
            for rejection in answer.body.rejected {
                guard let copy = copies[rejection.id] else { continue }
                if try setAside(copy, rejection, tables) { applied.rejectedCount += 1 }
            }
            try raiseReceipt(answer.receipt, tables)
            applied.state = try SyncState.fetch(tables.database)
            return applied
        }
    }

    /// Merges a pulled page and stores its cursor, together, and only if the store still stands where it stood when the
    /// page was asked for.
    package func apply(_ page: Answer<Pulled>, askedWith state: SyncState, origin: String) throws -> Applied {
        if !rules.contains(.atomicPage) {
            try write { tables in try tables.execute("UPDATE sync_state SET cursor = ?", [page.body.nextCursor]) }
        }
        return try write { tables in
            var applied = Applied()
            let current = try SyncState.fetch(tables.database)
            let stillStands = current.cursor == state.cursor && current.receipt == state.receipt
            guard stillStands || !rules.contains(.atomicPage), try admit(page.account, origin: origin, tables) else {
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
    }

    // MARK: Parts of a transaction

    /// True when an answer comes from the account that the store is bound to; binds a store that is bound to none.
    func admit(_ account: String?, origin: String, _ tables: RecordTables) throws -> Bool {
        guard rules.contains(.accountBinding) else { return true }
        let state = try SyncState.fetch(tables.database)
        if let bound = state.origin, bound != origin { return false }
        if let bound = state.account { return bound == account }
        if state.origin == nil || account != nil {
            try tables.execute("UPDATE sync_state SET origin = ?, account = ?", [origin, account])
        }
        return true
    }

    @discardableResult
    func acknowledge(_ copy: Measurement, _ tables: RecordTables) throws -> Bool {
        guard let stored = try tables.row(copy.id) else { return false }
        if stored.record == copy || !rules.contains(.versionedAcknowledgement) {
            try tables.markClean(copy.id)
            return true
        }
        if stored.isDirty { try tables.raiseBase(copy) }
        return false
    }

    /// Merges a record of the server's into the row of its id.
    func absorb(_ remote: Measurement, _ tables: RecordTables, _ applied: inout Applied) throws {
        guard let stored = try tables.row(remote.id) else {
            try tables.settle(remote)
            applied.adoptedCount += 1
            return
        }
        let local = stored.record
        if local == remote {
            guard stored.isDirty, rules.contains(.equalMeansClean) else { return }
            try tables.markClean(local.id)
            applied.settledCount += 1
        } else if merge(local, remote) == remote {
            // A dirty row is an edit that the winner's author had not seen, unless it is dirty only because history was
            // lost or an edit refused: then it is its own base. So is an edit that the server already had taken, when the
            // winner has the same version: that one cannot have been made on top of ours.
            let isUnseenEdit = try stored.isDirty && tables.base(local.id) != local
            let isConcurrent = isUnseenEdit || (stored.isOwn && remote.version == local.version)
            if isConcurrent, rules.contains(.conflictsAreKept),
                try tables.keepLoser(local, winner: remote, now: clock())
            {
                applied.conflictCount += 1
            }
            // A winner that says the same leaves standing what was entered here.
            try tables.settle(remote, own: stored.isOwn && local.saysTheSame(as: remote))
            applied.adoptedCount += 1
        } else {
            if stored.isDirty {
                try tables.raiseBase(remote)
            } else if rules.contains(.healing) {
                // The server has forgotten what it once had from us, or from whoever told us.
                try tables.raiseBase(local)
                try tables.setDirty(true, local.id)
            }
        }
    }

    private func raiseReceipt(_ receipt: Receipt?, _ tables: RecordTables) throws {
        guard let receipt, rules.contains(.receipts) else { return }
        let held = try SyncState.fetch(tables.database).receipt
        guard held.map({ receipt.seq > $0.seq }) ?? true else { return }
        try tables.execute("UPDATE sync_state SET receipt = ?", [receipt.description])
    }
}
