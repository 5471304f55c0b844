// replaces: to-measurement
// refused by: Step18PhrasesTests/becomesRecord()
// says: The entry names the symptom dizzy
// breaks: to-measurement.4
//
// Checks the name, and returns the record from before it had one.

        let record = try Measurement.create(
            kind: kind, value: value, unit: unit, recordedAt: recordedAt, now: now, id: id)
        try record.labelled(label).validateLabel()
        return record
