// changes: parse-events
// breaks: parse-events.3
// refused by: Step20LiveTests/readsLineEnds()
// says: b and c, and `feed` returned ["a\na", "bdata: c"]
//
// Ends lines with LF and CR LF, and ignores a CR that no LF follows.

-            let followsCR = endedWithCR
-            endedWithCR = byte == UInt8(ascii: "\r")
             switch byte {
-            case UInt8(ascii: "\n") where followsCR: break  // the line ended with the CR
-            case UInt8(ascii: "\r"), UInt8(ascii: "\n"): if let event = endLine() { events.append(event) }
+            case UInt8(ascii: "\r"): break
+            case UInt8(ascii: "\n"): if let event = endLine() { events.append(event) }
