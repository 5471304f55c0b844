// changes: make-event
// refused by: Step20LiveTests/manyAreHint()
// says: the end of its part of the log
// breaks: make-event.1
//
// Numbers a hint by what it has read. The phone that has come this far believes that it has everything.

-        guard page.records.count <= limit, !page.records.isEmpty else { return .measurements(through) }
+        guard page.records.count <= limit, !page.records.isEmpty else { return .measurements(page.nextCursor) }
