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
    package static let deletes = ServerFeature(name: MeasurementStore.deletesFeature) {
        $0.sqliteMigrations = [.overwritten, .compacted]
        $0.wrap = { store in
            store.ability((any CompactingStore).self).map { CompactedSyncStore(store, compacted: $0) } ?? store
        }
        $0.sqlitePushHooks = [.overwrittenNotes]
        $0.postgresPushHooks = [.overwrittenNotes]
        $0.isSupported = { $0.ability((any OverwrittenStore).self) != nil }
        $0.changeRules = { $0.addDeletes() }
        $0.prepare = { try await $0.eraseContentOfDeleted() }
    }
}

extension SyncStore {
    /// Replaces records that a server took while it didn't know deletes. One that says `deleted: true` and still holds a
    /// value becomes a deletion. One with any other value in that member loses the member: no edit of it would be taken.
    ///
    /// Each replacement is a push of the next version, so that all devices get it.
    func eraseContentOfDeleted() async throws {
        guard let overwritten = ability((any OverwrittenStore).self) else { return }
        for (user, records) in try await overwritten.recordsMarkedDeleted() {
            let replacements = records.compactMap { record -> Vitals.Measurement? in
                guard record.extra.deleted != nil, record != record.asDeletion,
                    let next = try? record.bumpVersion(now: record.updatedAt)
                else { return nil }
                return record.isDeleted ? next.asDeletion : next.withoutDeletedMember
            }
            if !replacements.isEmpty { _ = try await push(replacements, user: user, receipt: nil) }
        }
    }
}

extension Vitals.Measurement {
    fileprivate var withoutDeletedMember: Vitals.Measurement {
        var record = self
        record.extra = UnknownMembers(members: extra.members.filter { Array($0.name.utf8) != Array("deleted".utf8) })
        return record
    }
}
