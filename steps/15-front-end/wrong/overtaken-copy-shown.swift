// replaces: view-entries
// refused by: Step15ViewModelTests/refusedAndOvertaken()
// says: which 75 would lose to
//
// Shows a refused copy in place of its row, whatever has become of the row.

        let lost = Set(conflicts.map(\.loser.id))
        var copies = Dictionary(refused.map { ($0.measurement.id, $0) }, uniquingKeysWith: { latest, _ in latest })
        var entries = stored.map { row -> RecordEntry in
            let record = row.measurement
            if let copy = copies.removeValue(forKey: record.id) {
                return RecordEntry(shown: copy.measurement, state: .refused(reason: copy.detail))
            }
            if lost.contains(record.id) { return RecordEntry(shown: record, state: .conflict) }
            guard row.isDirty else { return RecordEntry(shown: record, state: .synced) }
            return RecordEntry(shown: record, state: isSyncing ? .onItsWay : .savedHere)
        }
        entries += copies.values.map { RecordEntry(shown: $0.measurement, state: .refused(reason: $0.detail)) }
        return entries.sorted { left, right in
            left.shown.recordedAt == right.shown.recordedAt
                ? left.shown.id.uuidString < right.shown.id.uuidString
                : left.shown.recordedAt > right.shown.recordedAt
        }
