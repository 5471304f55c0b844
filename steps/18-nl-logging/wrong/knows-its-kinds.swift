// changes: read-entry
// refused by: Step18PhrasesTests/readsEntry()
// says: A kind that this build doesn't know
// breaks: read-entry.2
//
// Refuses to read a kind that it doesn't know, so a newer server's answer is no answer.

-        guard let kind = json["kind"]?.string, let unit = json["unit"]?.string,
+        guard let kind = json["kind"]?.string, MetricKind(rawValue: kind).canonicalUnit != nil,
+            let unit = json["unit"]?.string,
