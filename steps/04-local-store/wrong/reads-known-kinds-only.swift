// changes: read-row
// refused by: Step04StoreTests/keepsEveryField()
// says: Any text is a kind
// breaks: read-row.2
//
// Takes a kind that this build doesn't know for damage.

         guard let id = UUID(text: text),
+            MetricKind(rawValue: row[.kind]).bounds != nil,
             let recordedAt = Timestamp(millisecondsSinceEpoch: row[.recordedAt]),
