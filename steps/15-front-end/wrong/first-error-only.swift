// replaces: view-form
// refused by: Step15ViewModelTests/allErrors()
// says: would have to save three times
//
// Stops at the first field that is wrong.

        let now = clock()
        guard let value = NumberReader(locale: formatter.locale).value(of: draft.valueText) else {
            throw EntryErrors(value: noNumber(draft))
        }
        guard draft.recordedAt <= now else { throw EntryErrors(recordedAt: Self.future) }
        do {
            return try Vitals.Measurement.create(
                kind: draft.kind, value: value, unit: draft.unit, recordedAt: draft.recordedAt, now: now, id: id)
        } catch {
            throw EntryErrors(value: message(for: error, draft))
        }
