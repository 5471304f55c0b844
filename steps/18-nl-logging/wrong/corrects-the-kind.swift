// changes: read-entry
// refused by: Step18PhrasesTests/readsEntry()
// says: Its fields should be unchanged
// breaks: read-entry.8
//
// Writes the kind in capitals. Then it is another one than the model named.

-        self.kind = MetricKind(rawValue: kind)
+        self.kind = MetricKind(rawValue: kind.uppercased())
