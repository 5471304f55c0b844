// changes: cover-event-rows
// refused by: Step20MergeTests/waitsForTheEnd()
// says: only record couldn't be read
// breaks: cover-event-rows.2
//
// Takes a page whose records can't be read for an empty one.

-        guard page.records.isEmpty, page.unreadableCount == 0 else { return }
+        guard page.records.isEmpty else { return }
