// changes: read-event
// refused by: Step20LiveTests/dropsUnknown()
// says: its type is unknown
// breaks: read-event.2
//
// Takes a type that it doesn't know for a change of measurements.

-            let kind = json["type"]?.string.flatMap(Kind.init), case .number(let number)? = json["seq"],
+            let kind = json["type"]?.string.map({ Kind(rawValue: $0) ?? .measurements }),
+            case .number(let number)? = json["seq"],
