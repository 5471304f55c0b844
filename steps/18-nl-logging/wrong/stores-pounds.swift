// replaces: to-measurement
// refused by: Step18PhrasesTests/becomesRecord()
// says: 160 LB are 72.575 KG
//
// Builds the record from the entry's fields as they are: 160 lb arrive as 160 LB, which no server takes.

        let record = Measurement(
            id: id, kind: kind, value: value, unit: unit, recordedAt: recordedAt, updatedAt: now, version: 1
        ).labelled(label)
        try record.validateLabel()
        return record
