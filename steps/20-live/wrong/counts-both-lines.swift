// changes: parse-events
// refused by: Step20LiveTests/dropsLargeEvents()
// says: the lines before it by themselves
// breaks: parse-events.5
//
// Counts the lines before it against the limit of the present line. An event that may come is dropped.

-            case _ where line.count >= Self.limitBytes: skipLine()
+            case _ where heldBytes >= Self.limitBytes: skipLine()
