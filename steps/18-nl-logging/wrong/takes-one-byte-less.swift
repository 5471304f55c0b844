// changes: label-check
// refused by: Step18PhrasesTests/checksLabels()
// says: A name of 100 letters and 200 bytes was refused
// breaks: label-check.5
//
// Refuses a name that has just the length that is allowed.

-        guard case .string(let text) = value, text.utf8.count <= Self.maximumLabelSizeBytes,
+        guard case .string(let text) = value, text.utf8.count < Self.maximumLabelSizeBytes,
