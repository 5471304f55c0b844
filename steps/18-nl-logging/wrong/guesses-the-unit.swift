// changes: read-entry
// refused by: Step18PhrasesTests/readsEntry()
// says: The unit is a number
// breaks: read-entry.1
//
// Fills in the unit if the model gave none. 160 without a unit were pounds.

-        guard let kind = json["kind"]?.string, let unit = json["unit"]?.string,
+        guard let kind = json["kind"]?.string,
+            let unit = json["unit"]?.string ?? MetricKind(rawValue: kind).canonicalUnit?.rawValue,
