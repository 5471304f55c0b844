// replaces: to-measurement
// refused by: Step18PhrasesTests/becomesRecord()
// says: 160 LB are 72.575 KG
// breaks: to-measurement.1
//
// Checks the entry by the rules of a form, and then stores its fields as they are. No server takes 160 LB.

        _ = try Measurement.create(kind: kind, value: value, unit: unit, recordedAt: recordedAt, now: now, id: id)
        let record = Measurement(
            id: id, kind: kind, value: value, unit: unit, recordedAt: recordedAt, updatedAt: now, version: 1
        ).labelled(label)
        try record.validateLabel()
        return record
