// replaces: label-check
// refused by: Step18PhrasesTests/checksLabels()
// says: A name of two lines was taken
// breaks: label-check.7
//
// Takes line breaks and escape sequences. In a terminal, a label then moves the cursor and clears the screen.

        guard let value = extra["label"] else {
            guard kind != .symptom else { throw MeasurementError.badLabel }
            return
        }
        guard case .string(let text) = value, text.utf8.count <= Self.maximumLabelSizeBytes,
            text.unicodeScalars.contains(where: { !$0.properties.isWhitespace })
        else { throw MeasurementError.badLabel }
