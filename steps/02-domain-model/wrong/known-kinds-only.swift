// changes: read-json
// refused by: Step02ModelTests/unknownKindSurvives()
// says: should be readable
//
// Refuses a kind it doesn't know, and with it everything that a newer phone sends.

         guard let id = UUID(text: try text("id")) else { throw .shape("Expected a UUID.", at: "id") }
+        let kind = MetricKind(rawValue: try text("kind"))
+        guard MetricKind.known.contains(kind) else { throw .shape("Expected a kind.", at: "kind") }
         let version = try number("version")
@@
         self.init(
-            id: id, kind: MetricKind(rawValue: try text("kind")), value: try number("value"),
+            id: id, kind: kind, value: try number("value"),
             unit: MetricUnit(rawValue: try text("unit")), recordedAt: try time("recordedAt"),
