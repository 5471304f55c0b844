// changes: read-event
// refused by: Step20LiveTests/readsEvent()
// says: An event without `records` is an event too
// breaks: read-event.5
//
// Drops an event without records. A phone then never hears that much has changed, or that its token was revoked.

-        let elements = json["records"]?.array ?? []
-        guard elements.count <= Self.maximumRecordCount else { return nil }
+        guard let elements = json["records"]?.array, elements.count <= Self.maximumRecordCount else { return nil }
