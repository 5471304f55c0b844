import Vitals

extension PushRules {
    /// The rules of a server that knows deletes: tombstones of any kind are taken, and what isn't well-formed is refused.
    package static var deletes: PushRules {
        var rules = PushRules()
        rules.addDeletes()
        return rules
    }

    mutating func addDeletes() {
        takesUnmeasured = { record in
            guard record.extra.deleted != nil else { return false }
            try record.validateWithDeletes()
            return true
        }
        notesOverwrittenEdits = true
    }
}

extension ServerFeature {
    /// Deletes, and notes of overwritten edits. The store needs the hook `overwrittenNotes`.
    package static let deletes = ServerFeature(
        name: MeasurementStore.deletesFeature, isSupported: { $0.overwritten != nil }, apply: { $0.addDeletes() },
        prepare: { try await $0.eraseContentOfDeleted() })
}

extension SyncStore {
    /// Replaces records that say `deleted` and still hold a value by deletions. A server from before deletes took them.
    ///
    /// Each replacement is a push of the next version, so that all devices get it.
    func eraseContentOfDeleted() async throws {
        guard let overwritten = abilities.overwritten else { return }
        for (user, records) in try await overwritten.recordsMarkedDeleted() {
            let deletions = records.filter { $0.isDeleted && $0 != $0.asDeletion }.compactMap { record in
                try? record.bumpVersion(now: record.updatedAt).asDeletion
            }
            if !deletions.isEmpty { _ = try await push(deletions, user: user, receipt: nil) }
        }
    }
}
