// changes: fingerprint
// refused by: Step19InsightsTests/fingerprints()
// says: The same numbers, collected in another order, have another fingerprint
// breaks: fingerprint.2
//
// A dictionary has no order: two servers print the same one in two ways.

-        let text = CanonicalJSON.text(.object([.init("writer", .string(writer)), .init("question", question)]))
+        let text = "\(writer) \(dayCount) \(current) \(before)"
