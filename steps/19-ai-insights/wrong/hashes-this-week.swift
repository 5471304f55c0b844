// changes: fingerprint
// refused by: Step19InsightsTests/fingerprints()
// says: With one more day it
// breaks: fingerprint.5
//
// Hashes this week alone. On Wednesday you get Tuesday's comparison.

-        let text = CanonicalJSON.text(.object([.init("writer", .string(writer)), .init("question", question)]))
+        let week = question["thisWeek"] ?? .null
+        let text = CanonicalJSON.text(.object([.init("writer", .string(writer)), .init("question", week)]))
