// changes: read-event
// refused by: Step20LiveTests/dropsUnknown()
// says: its version is 2
// breaks: read-event.1
//
// Reads an event of a later version as one of this version.

-        guard let json = try? JSONValue(parsing: data), json["v"] == .number(1),
+        guard let json = try? JSONValue(parsing: data),
