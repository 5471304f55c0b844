// changes: label-check
// refused by: Step18PhrasesTests/checksLabels()
// says: A weight with a label was refused
// breaks: label-check.3
//
// Refuses the label of a weight. A phone from before labels may have stored one as a member that it didn't know.

         guard case .string(let text) = value, text.utf8.count <= Self.maximumLabelSizeBytes,
+            kind == .symptom,
