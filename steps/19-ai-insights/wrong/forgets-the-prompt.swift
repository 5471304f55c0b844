// changes: fingerprint
// refused by: Step19InsightsTests/fingerprints()
// says: With another model it's another question
// breaks: fingerprint.4
//
// Hashes the numbers alone. After a better prompt, everyone keeps the answers to the old one.

-        let text = CanonicalJSON.text(.object([.init("writer", .string(writer)), .init("question", question)]))
+        let text = CanonicalJSON.text(question)
