// replaces: to-measurement
// refused by: Step18PhrasesTests/refusesEntries()
// says: 7 200 kg was refused with the code bad_label
// breaks: to-measurement.2
//
// Has one error for everything. The card says "name it" where the number is impossible.

        guard
            let record = try? Measurement.create(
                kind: kind, value: value, unit: unit, recordedAt: recordedAt, now: now, id: id
            ).labelled(label)
        else { throw MeasurementError.badLabel }
        try record.validateLabel()
        return record
