package import Foundation
import GRDB
package import Vitals

// History lost (rule 12): the server doesn't know the phone's receipt, so it may lack anything that the phone knows.

extension EntityTables {
    /// Begins anew: cursors at 0, no receipt, answered commands pending again. What's shown stays.
    package func loseHistory() throws {
        try execute("UPDATE entity_state SET era = era + 1, receipt = NULL, restating = ?", [rules.contains(.restate)])
        try execute("DELETE FROM entity_cursor")
        if !rules.contains(.restate) {
            try execute("DELETE FROM entity_shadow")
            try refreshAllViews()
        }
        if rules.contains(.requeue) { try execute("UPDATE entity_outbox SET seq = NULL") }
    }

    private func refreshAllViews() throws {
        for id in try String.fetchAll(database, sql: "SELECT id FROM entity_view") { try refreshView(of: id) }
    }

    /// The ids to restate, in parts: types with unique names first.
    package func restateParts(size: Int) throws -> [[UUID]] {
        let known = try state().position.cursors
        let found = try rows("SELECT id, type FROM entity_shadow ORDER BY id").filter { known[$0[1]] != nil }
        let named = found.filter { types[$0[1] as String]?.hasUniqueName == true }
        let rest = found.filter { types[$0[1] as String]?.hasUniqueName != true }
        let parts = [named, rest].flatMap { rows in
            stride(from: 0, to: rows.count, by: size).map { start in
                rows[start..<min(start + size, rows.count)].compactMap { UUID(text: $0[0]) }
            }
        }
        return parts.isEmpty ? [[]] : parts
    }

    /// Applies the response to one part.
    ///
    /// - Returns: false if it doesn't count any more; nothing is changed then.
    package func apply(
        _ restated: EntityRestated, isLast: Bool, askedAt position: EntityPosition, receipt: Receipt?
    ) throws -> Bool {
        guard try isStill(position), try state().isRestating else { return false }
        for (id, row) in restated.replaced.sorted(by: { $0.key.lowercased < $1.key.lowercased }) {
            try keepWhatJoined(id, row)
            try replace(id, with: row.id, row: row)
        }
        if rules.contains(.unplaced) {
            for id in restated.unplaced {
                guard let row = try shadow(id) else { continue }
                try insertConflict(id: id, type: row.type, code: "unplaced", fields: row.fields, requestID: nil)
                try removeShadow(id)
                try refreshViews(around: [id.lowercased])
            }
        }
        if rules.contains(.restateReceipt) { try raise(receipt) }
        if isLast { try execute("UPDATE entity_state SET restating = 0") }
        return true
    }

    /// Keeps the values of an entity that joined another one, where that one has others: a restate has no answer for each
    /// field. Sets were united.
    private func keepWhatJoined(_ id: UUID, _ survivor: EntityRow) throws {
        guard rules.contains(.conflictsAreKept), id != survivor.id, let mine = try shadow(id), !mine.isDeleted,
            let type = types[mine.type]
        else { return }
        let lost = mine.fields.filter { name, value in
            !type.keys.contains(name) && type.field(name)?.kind != .set && survivor.value(name) != value
        }
        guard !lost.isEmpty else { return }
        let code = survivor.isDeleted ? "deleted" : "changed"
        let fields = survivor.isDeleted ? mine.fields : lost
        try insertConflict(id: survivor.id, type: mine.type, code: code, fields: fields, requestID: nil)
    }
}
