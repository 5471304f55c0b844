// replaces: view-form
// refused by: Step15ViewModelTests/formInPounds()
// says: should become
//
// Builds the record by hand in the unit that was typed, and checks only the bounds of the canonical unit.

        let now = clock()
        var errors = EntryErrors()
        if draft.recordedAt > now { errors.recordedAt = Self.future }
        let value = NumberReader(locale: formatter.locale).value(of: draft.valueText)
        if value == nil { errors.value = noNumber(draft) }
        let measurement = Vitals.Measurement(
            id: id, kind: draft.kind, value: value ?? 0, unit: draft.unit, recordedAt: draft.recordedAt,
            updatedAt: now, version: 1)
        if value != nil {
            do {
                try measurement.canonical().validate()
            } catch {
                errors.value = message(for: error, draft)
            }
        }
        guard errors.isEmpty else { throw errors }
        return measurement
