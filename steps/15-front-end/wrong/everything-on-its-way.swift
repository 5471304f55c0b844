// replaces: view-entries
// refused by: Step15ViewModelTests/wayOfARecord()
// says: the next sync is under way
//
// Asks first whether a sync runs, and calls on its way also what the server has long had.

        let lost = Set(conflicts.map(\.loser.id))
        var copies = Dictionary(refused.map { ($0.measurement.id, $0) }, uniquingKeysWith: { latest, _ in latest })
        var entries = stored.map { row -> RecordEntry in
            let record = row.measurement
            if let copy = copies.removeValue(forKey: record.id), copy.measurement.beats(record) {
                return RecordEntry(shown: copy.measurement, state: .refused(reason: copy.detail))
            }
            if lost.contains(record.id) { return RecordEntry(shown: record, state: .conflict) }
            if isSyncing { return RecordEntry(shown: record, state: .onItsWay) }
            return RecordEntry(shown: record, state: row.isDirty ? .savedHere : .synced)
        }
        entries += copies.values.map { RecordEntry(shown: $0.measurement, state: .refused(reason: $0.detail)) }
        return entries.sorted { left, right in
            left.shown.recordedAt == right.shown.recordedAt
                ? left.shown.id.uuidString < right.shown.id.uuidString
                : left.shown.recordedAt > right.shown.recordedAt
        }
