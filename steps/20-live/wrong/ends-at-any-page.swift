// changes: cover-event-rows
// refused by: Step20MergeTests/waitsForTheEnd()
// says: The first of two pages
// breaks: cover-event-rows.2
//
// Takes every page for the end of the pull, and sends what the next page would have covered.

-        guard page.records.isEmpty, page.unreadableCount == 0 else { return }
+        guard page.unreadableCount == 0 else { return }
