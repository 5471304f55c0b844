// replaces: view-entries
// refused by: Step15ViewModelTests/refusedStays()
// says: The person typed it and looks for it
//
// Makes an entry for each row. A new record that was refused has no row.

        let lost = Set(conflicts.map(\.loser.id))
        let copies = Dictionary(refused.map { ($0.measurement.id, $0) }) { one, other in
            one.measurement.beats(other.measurement) ? one : other
        }
        return stored.map { row -> RecordEntry in
            let record = row.measurement
            if let copy = copies[record.id], copy.measurement.beats(record) {
                return RecordEntry(shown: copy.measurement, state: .refused(reason: copy.detail))
            }
            if lost.contains(record.id) { return RecordEntry(shown: record, state: .conflict) }
            guard row.isDirty else { return RecordEntry(shown: record, state: .synced) }
            return RecordEntry(shown: record, state: isSyncing ? .onItsWay : .savedHere)
        }
