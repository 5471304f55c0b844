// replaces: to-measurement
// refused by: Step18PhrasesTests/becomesRecord()
// says: The entry names the symptom dizzy
//
// Makes a symptom without its name.

        try Measurement.create(kind: kind, value: value, unit: unit, recordedAt: recordedAt, now: now, id: id)
