// replaces: label-check
// refused by: Step18PhrasesTests/checksLabels()
// says: A symptom whose name is blank was taken
// breaks: label-check.6
//
// Asks only that the text isn't empty.

        guard let value = extra["label"] else {
            guard kind != .symptom else { throw MeasurementError.badLabel }
            return
        }
        guard case .string(let text) = value, text.utf8.count <= Self.maximumLabelSizeBytes, !text.isEmpty,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw MeasurementError.badLabel }
