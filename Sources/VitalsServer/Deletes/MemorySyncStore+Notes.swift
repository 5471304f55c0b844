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
