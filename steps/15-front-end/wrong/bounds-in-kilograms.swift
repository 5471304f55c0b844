// replaces: view-form
// refused by: Step15ViewModelTests/boundsInWords()
// says: The person thinks in pounds
//
// Shows the rule's own sentence, which speaks of the unit that is stored.

        let now = clock()
        var faults = EntryFaults()
        if draft.recordedAt > now { faults.recordedAt = Self.future }
        var measurement: Vitals.Measurement?
        if let value = NumberReader(locale: wording.locale).value(of: draft.valueText) {
            do {
                measurement = try Vitals.Measurement.create(
                    kind: draft.kind, value: value, unit: draft.unit, recordedAt: draft.recordedAt, now: now, id: id)
            } catch {
                faults.value = String(describing: error)
            }
        } else {
            faults.value = noNumber(draft)
        }
        guard let measurement, faults.isEmpty else { throw faults }
        return measurement
