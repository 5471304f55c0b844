// changes: parse-events
// breaks: parse-events.4
// refused by: Step20LiveTests/readsLineEnds()
// says: a second LF is a line end of its own
//
// Remembers the CR for every LF that follows it, and not only for the next one.

-            endedWithCR = byte == UInt8(ascii: "\r")
+            endedWithCR = byte == UInt8(ascii: "\r") || followsCR && byte == UInt8(ascii: "\n")
