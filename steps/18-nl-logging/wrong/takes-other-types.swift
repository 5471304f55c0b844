// changes: label-check
// refused by: Step18PhrasesTests/checksLabels()
// says: A symptom whose label is a list of names was taken
// breaks: label-check.4
//
// Checks a text if there is one, and takes anything else.

-        guard case .string(let text) = value, text.utf8.count <= Self.maximumLabelSizeBytes,
+        guard case .string(let text) = value else { return }
+        guard text.utf8.count <= Self.maximumLabelSizeBytes,
