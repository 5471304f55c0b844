package import Vitals

package import struct Foundation.UUID

extension MemorySyncStore: OverwrittenStore {
    package func overwritten(_ ids: [UUID], user: UUID) -> [UUID: OverwrittenVersions] { notes(ids, user: user) }

    package func recordsMarkedDeleted() throws -> [UUID: [Vitals.Measurement]] {
        var found: [UUID: [Vitals.Measurement]] = [:]
        for user in users() {
            let records = try pull(user: user.id, cursor: 0, through: nil, limit: .max, receipt: nil).records
            found[user.id] = records.filter { $0.extra.deleted != nil }
        }
        return found
    }

    /// Without its hook this store notes nothing.
    package nonisolated func ability<Ability>(_ type: Ability.Type) -> Ability? {
        type == (any OverwrittenStore).self && !pushHooks.contains { $0.table == OverwrittenNotes.table }
            ? nil : self as? Ability
    }
}

extension MemoryPush: NoteTables {
    func stored(_ ids: [UUID]) -> [Vitals.Measurement] { ids.compactMap { records[$0] } }

    func notes(_ ids: [UUID]) -> [UUID: OverwrittenVersions] { notes.filter { ids.contains($0.key) } }

    func setNotes(_ changed: [UUID: OverwrittenVersions]) { notes.merge(changed) { $1 } }
}

extension PushHook<MemoryPush> {
    /// Keeps notes of overwritten versions in memory.
    package static let overwrittenNotes = PushHook.notes { push, _ in push }
}

extension MemorySyncStore: CompactingStore {
    package func firstSuperseded(of user: UUID, from seq: Int64) -> Int64? {
        supersededSeqs(of: user).first { $0 >= seq }
    }

    package func compact(range: Int64, of user: UUID) -> Int {
        let seqs = supersededSeqs(of: user).filter { CompactedTags.range(of: $0) == range }
        removeLogRows(seqs, of: user)
        return seqs.count
    }

    package func standIn(for receipt: Receipt, of user: UUID) throws -> Receipt? {
        isRemoved(receipt, of: user) ? try head(user: user, receipt: nil).map(Receipt.init) : nil
    }

    /// 0: nothing in memory is a file.
    package func logSizeBytes() -> Int64 { 0 }

    package func eraseRemains() {}
}
