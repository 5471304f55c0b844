// replaces: view-entries
// refused by: Step15ViewModelTests/conflictIsShown()
// says: nobody has looked at it yet
//
// Looks for a conflict only where the row is dirty. The row that won is in step with the server, so nobody sees it.

        let lost = Set(conflicts.map(\.loser.id))
        var copies = Dictionary(refused.map { ($0.measurement.id, $0) }, uniquingKeysWith: { latest, _ in latest })
        var entries = stored.map { row -> RecordEntry in
            let record = row.measurement
            if let copy = copies.removeValue(forKey: record.id), copy.measurement.beats(record) {
                return RecordEntry(shown: copy.measurement, state: .refused(reason: copy.detail))
            }
            guard row.isDirty else { return RecordEntry(shown: record, state: .synced) }
            if lost.contains(record.id) { return RecordEntry(shown: record, state: .conflict) }
            return RecordEntry(shown: record, state: isSyncing ? .onItsWay : .savedHere)
        }
        entries += copies.values.map { RecordEntry(shown: $0.measurement, state: .refused(reason: $0.detail)) }
        return entries.sorted { left, right in
            left.shown.recordedAt == right.shown.recordedAt
                ? left.shown.id.uuidString < right.shown.id.uuidString
                : left.shown.recordedAt > right.shown.recordedAt
        }
