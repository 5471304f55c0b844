// replaces: view-form
// refused by: Step15ViewModelTests/formInPounds()
// says: should become
//
// Makes the record by hand, in the unit that was typed, and checks only the bounds of the canonical one.

        let now = clock()
        var faults = EntryFaults()
        if draft.recordedAt > now { faults.recordedAt = Self.future }
        let value = NumberReader(locale: wording.locale).value(of: draft.valueText)
        if value == nil { faults.value = noNumber(draft) }
        let measurement = Vitals.Measurement(
            id: id, kind: draft.kind, value: value ?? 0, unit: draft.unit, recordedAt: draft.recordedAt,
            updatedAt: now, version: 1)
        if value != nil {
            do {
                try measurement.canonical().validate()
            } catch {
                faults.value = words(for: error, draft)
            }
        }
        guard faults.isEmpty else { throw faults }
        return measurement
