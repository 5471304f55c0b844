// changes: parse-events
// breaks: parse-events.7
// refused by: Step20LiveTests/dropsLargeEvents()
// says: only the event `a` should come
//
// Stops reading at an event that is too large. The stream stays open, and no event comes any more.

-            case _ where line.count >= Self.limitBytes: skipLine()
+            case _ where line.count >= Self.limitBytes: return events
