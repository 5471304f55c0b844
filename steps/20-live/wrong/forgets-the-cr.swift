// changes: parse-events
// breaks: parse-events.4
// refused by: Step20LiveTests/readsLineEnds()
// says: In pieces of 1 bytes they should be
//
// Knows that CR LF is one line end, and forgets the CR between two pieces.

         var events: [[UInt8]] = []
+        endedWithCR = false
