// changes: parse-events
// refused by: Step20LiveTests/dropsLargeEvents()
// says: as a comment in front of a short line
// breaks: parse-events.6
//
// Skips a comment that is too large, and takes the rest of its event for a whole one.

             case UInt8(ascii: "\r"), UInt8(ascii: "\n"): if let event = endLine() { events.append(event) }
             case _ where skipsLine: break
+            case _ where line.count >= Self.limitBytes && line.first == UInt8(ascii: ":"): (line, skipsLine) = ([], true)
