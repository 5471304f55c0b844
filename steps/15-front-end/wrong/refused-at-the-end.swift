// replaces: view-entries
// refused by: Step15ViewModelTests/order()
// says: and 2 and 5 were refused
//
// Appends the refused copies that have no row to the end of the list.

        let lost = Set(conflicts.map(\.loser.id))
        var copies = Dictionary(refused.map { ($0.measurement.id, $0) }) { one, other in
            one.measurement.beats(other.measurement) ? one : other
        }
        let entries = stored.map { row -> RecordEntry in
            let record = row.measurement
            if let copy = copies.removeValue(forKey: record.id), copy.measurement.beats(record) {
                return RecordEntry(shown: copy.measurement, state: .refused(reason: copy.detail))
            }
            if lost.contains(record.id) { return RecordEntry(shown: record, state: .conflict) }
            guard row.isDirty else { return RecordEntry(shown: record, state: .synced) }
            return RecordEntry(shown: record, state: isSyncing ? .onItsWay : .savedHere)
        }
        return entries + refused.filter { copies[$0.measurement.id] != nil }
            .map { RecordEntry(shown: $0.measurement, state: .refused(reason: $0.detail)) }
