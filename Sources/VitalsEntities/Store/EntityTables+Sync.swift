package import Foundation
import GRDB
package import Vitals

/// The state of the store that a request was made from. A response counts only if it's still so (rule 11).
package struct EntityPosition: Hashable, Sendable {
    /// How often the history was lost.
    package var era: Int64
    package var cursors: [String: Int64]
    package var receipt: Receipt?
}

extension EntityTables {
    package struct State {
        package var position: EntityPosition
        package var isRestating: Bool
        package var isSingle: Bool
        /// The types that the server announced; nil before it did.
        package var serverTypes: [String]?
    }

    package func state() throws -> State {
        let row = try rows("SELECT * FROM entity_state").first!
        let serverTypes = (row["server_types"] as String?)?.split(separator: ",").map(String.init)
        var cursors = Dictionary(
            uniqueKeysWithValues: types.names.filter { serverTypes?.contains($0) ?? true }.map { ($0, Int64(0)) })
        for row in try rows("SELECT type, cursor FROM entity_cursor") where cursors[row[0]] != nil {
            cursors[row[0]] = row[1]
        }
        if !rules.contains(.cursors), let last = cursors.values.max() { cursors = cursors.mapValues { _ in last } }
        let receipt = (row["receipt"] as String?).flatMap { Receipt($0) }
        return State(
            position: EntityPosition(era: row["era"], cursors: cursors, receipt: receipt),
            isRestating: row["restating"], isSingle: row["single"], serverTypes: serverTypes)
    }

    func setSingle(_ isSingle: Bool) throws {
        try execute("UPDATE entity_state SET single = ? WHERE single <> ?", [isSingle, isSingle])
    }

    package func setServerTypes(_ types: [String]) throws {
        try execute("UPDATE entity_state SET server_types = ?", [types.joined(separator: ",")])
    }

    /// Keeps the greatest receipt.
    func raise(_ receipt: Receipt?) throws {
        guard let receipt, receipt.seq > (try state().position.receipt?.seq ?? 0) else { return }
        try execute("UPDATE entity_state SET receipt = ?", [receipt.description])
    }

    /// False if the position isn't any more the one that a request was made from.
    func isStill(_ position: EntityPosition) throws -> Bool {
        try !rules.contains(.samePosition) || state().position == position
    }

    /// Begins anew where the person has moved the device to another server or account: that one lacks everything.
    func bind(to server: String) throws {
        let bound = try String.fetchOne(database, sql: "SELECT bound_to FROM entity_state")
        guard bound != server else { return }
        if bound != nil {
            try loseHistory()
            try execute("UPDATE entity_state SET server_types = NULL")
        }
        try execute("UPDATE entity_state SET bound_to = ?", [server])
    }

    // MARK: Claiming a batch (rules 3 and 4)

    /// Claims the oldest commands without an answer, at most `limit` of them and at most `batchSizeBytes`, but at least one.
    /// They are marked as sent: from now on they never change.
    package func claim(limit: Int) throws -> [Queued] {
        // @write 21 claim-batch
        var batch: [Queued] = []
        var bytes = 0
        for queued in try pending(limit: limit) {
            bytes += queued.command.approximateSizeBytes
            guard batch.isEmpty || bytes <= Self.batchSizeBytes else { break }
            batch.append(queued)
        }
        for queued in batch {
            try execute("UPDATE entity_outbox SET sent = 1 WHERE number = ?", [queued.number])
        }
        return batch
        // @starter
        //| // Take the oldest commands without an answer, and mark them as sent.
        //| return []
        // @end
    }

    /// The most that the commands of a push take together. The server refuses a body of more than 1 MiB.
    package static let batchSizeBytes = 900_000

    /// The oldest commands without an answer, in the order in which they were made, without those that are held.
    private func pending(limit: Int) throws -> [Queued] {
        if rules.isSuperset(of: [.order, .prefix]) {
            return try queued("seq IS NULL AND NOT \(Self.isHeld) ORDER BY number LIMIT ?", [limit])
        }
        var all = try queued("seq IS NULL AND NOT \(Self.isHeld) ORDER BY number")
        if !rules.contains(.prefix), all.contains(where: { !$0.isSent }) { all.removeAll(where: \.isSent) }
        if !rules.contains(.order) {
            // As many apps do: creates first, parents before children; deletes last, children before parents.
            func key(_ queued: Queued) -> (Int, Int, Int64) {
                let place = types.place(of: queued.command.type)
                switch queued.command.operation {
                case .create: return (0, place, queued.number)
                case .update: return (1, place, queued.number)
                case .delete: return (2, -place, queued.number)
                }
            }
            all.sort { key($0) < key($1) }
        }
        return Array(all.prefix(limit))
    }

    // MARK: The answer of a push

    /// Applies the answers to a batch.
    ///
    /// - Returns: false if they don't count any more, or if none was for a command of the batch; nothing is changed then.
    package func apply(
        _ results: [EntityResult], to batch: [Queued], askedAt position: EntityPosition, receipt: Receipt?
    ) throws -> Bool {
        guard try isStill(position), try settle(batch, by: results) > 0 else { return false }
        if rules.contains(.receiptOfPush) { try raise(receipt) }
        try setSingle(false)
        return true
    }

    /// Settles the commands of a batch that have an answer. The others stay as they are.
    ///
    /// - Returns: how many commands were settled.
    func settle(_ batch: [Queued], by results: [EntityResult]) throws -> Int {
        // @write 21 push-answer
        let byRequest = Dictionary(results.map { ($0.requestID, $0) }) { first, _ in first }
        var count = 0
        for sent in batch {
            guard let result = byRequest[sent.command.requestID], let queued = try pending(sent.number) else {
                continue
            }
            count += 1
            switch result.status {
            case .applied:
                try keepAnswered(queued, result)
            case .conflict:
                try keepConflict(result, of: queued)
                try keepAnswered(queued, result)
            case .rejected:
                try bury(queued, code: result.code ?? "rejected", path: result.path, detail: result.detail)
            }
        }
        return count
        // @starter
        //| throw NotWritten(21, "settle each command of the batch by the answer with its request id")
        // @end
    }

    /// The command with that number; nil if it was answered or discarded meanwhile.
    func pending(_ number: Int64) throws -> Queued? { try queued("number = ? AND seq IS NULL", [number]).first }

    /// Notes a command's answer, and what its id means from now on if another identity stayed. The command stays in the view
    /// until a pull has passed the answer's `seq` (rule 2).
    func keepAnswered(_ queued: Queued, _ result: EntityResult) throws {
        let command = queued.command
        if command.operation == .create, result.id != command.id {
            try replace(command.id, with: result.id, row: result.entity)
        }
        if rules.contains(.covered) {
            try execute("UPDATE entity_outbox SET seq = ? WHERE number = ?", [result.seq, queued.number])
        } else {
            try remove(queued)
        }
        try refreshViews(around: [try resolve(command.id.lowercased)])
    }

    /// From now on, an id of this phone means another identity (rule 8). What the phone shows it also holds, so the row of the
    /// one that stayed is stored with it, if there's none yet.
    package func replace(_ id: UUID, with survivor: UUID, row: EntityRow?) throws {
        let (old, new) = (id.lowercased, survivor.lowercased)
        // @write 22 replace-id
        let stoodFor = try [resolve(old), resolve(new)]
        try execute("DELETE FROM entity_map WHERE id = ?", [new])
        try execute("INSERT OR REPLACE INTO entity_map (id, survivor) VALUES (?, ?)", [old, new])
        try dropReplaced(id)
        if let row, row.id == survivor, try shadow(survivor) == nil { try putSurvivor(row) }
        try refreshViews(around: [old, new] + stoodFor)
        // @starter
        //| // The next pull brings \(new), and \(old) stays what it was.
        //| _ = (old, new)
        // @end
    }

    /// Drops this phone's row of an id that was replaced.
    func dropReplaced(_ id: UUID) throws { if rules.contains(.dropReplaced) { try removeShadow(id) } }

    /// Stores the row of an identity that stayed.
    func putSurvivor(_ row: EntityRow) throws { if rules.contains(.survivor) { try putShadow(row) } }

    // MARK: A page (rules 2 and 10)

    package enum PageOutcome: Hashable, Sendable {
        case stored
        /// The position has changed since the page was asked for.
        case moved
        /// A cursor would go back.
        case backward
        /// More is to come, but no cursor has moved: the next request would be the same.
        case stuck
    }

    /// Stores a page's rows, cursors and receipt.
    package func apply(_ page: EntityChangesPage, askedAt position: EntityPosition, receipt: Receipt?) throws
        -> PageOutcome
    {
        guard try isStill(position) else { return .moved }
        for (type, cursor) in position.cursors where (page.cursors[type] ?? cursor) < cursor { return .backward }
        if page.hasMore, position.cursors.allSatisfy({ page.cursors[$0.key] ?? $0.value == $0.value }) { return .stuck }
        // @write 22 entity-page
        var touched: [UUID] = []
        for row in page.rows where position.cursors[row.type] != nil {
            if row.isDeleted { try noteShown(row.id.lowercased) }
            try putShadow(row)
            touched += [row.id] + (try endReplacement(of: row.id))
        }
        for (type, cursor) in page.cursors where position.cursors[type] != nil { try setCursor(cursor, of: type) }
        try raise(receipt)
        if !page.hasMore || dropsAtEachPage { touched += try dropCovered() }
        try refreshViews(around: Set(touched.map(\.lowercased)).sorted())
        return .stored
        // @starter
        //| // The next page may still change what this one shows.
        //| for row in page.rows where position.cursors[row.type] != nil { try putShadow(row) }
        //| for (type, cursor) in page.cursors where position.cursors[type] != nil { try setCursor(cursor, of: type) }
        //| try raise(receipt)
        //| let touched = try page.rows.map(\.id) + dropCovered()
        //| try refreshViews(around: Set(touched.map(\.lowercased)).sorted())
        //| return .stored
        // @end
    }

    /// True if a simulation leaves out that only a pull that has reached the end drops commands.
    var dropsAtEachPage: Bool { !rules.contains(.coveredAtTheEnd) }

    func setCursor(_ cursor: Int64, of type: String) throws {
        try execute("INSERT OR REPLACE INTO entity_cursor (type, cursor) VALUES (?, ?)", [type, cursor])
    }

    /// Ends the replacement of an id whose row the server brings: it's an identity of its own again.
    ///
    /// - Returns: the id that stood for it until now; empty if none did.
    func endReplacement(of id: UUID) throws -> [UUID] {
        let survivor = try resolve(id.lowercased)
        guard rules.contains(.undo), survivor != id.lowercased else { return [] }
        try execute("DELETE FROM entity_map WHERE id = ?", [id.lowercased])
        return [UUID(text: survivor)].compactMap(\.self)
    }

    /// Notes what a person sees of an entity whose deletion arrives before their edits of it were answered, so that it can be
    /// made anew.
    func noteShown(_ id: String) throws {
        guard
            let fields = try String.fetchOne(
                database.cachedStatement(sql: "SELECT fields FROM entity_view WHERE id = ?"), arguments: [id])
        else { return }
        for queued in try queued(about: id) where queued.seq == nil && queued.shown == nil {
            try execute("UPDATE entity_outbox SET shown = ? WHERE number = ?", [fields, queued.number])
        }
    }

    /// Drops the answered commands that a cursor has passed. Only a pull that has reached the end shows all of what they did:
    /// before it, a row may have moved behind the cursor.
    ///
    /// - Returns: the ids of their entities.
    func dropCovered() throws -> [UUID] {
        let cursors = try state().position.cursors
        let covered = try queued("seq IS NOT NULL").filter { $0.seq! <= cursors[$0.command.type] ?? 0 }
        for queued in covered { try remove(queued) }
        return try covered.map { try resolve($0.command.id.lowercased) }.compactMap { UUID(text: $0) }
    }
}
