// changes: apply-event
// refused by: Step20MergeTests/refusesWhatDoesNotFit()
// says: a pull has brought event 1 already
// breaks: apply-event.3
//
// Merges an event that a pull has passed already, and notes rows that a page has covered.

-            guard let account, applied.state.origin == origin, applied.state.account == account,
-                event.seq > applied.state.cursor
-            else {
+            guard let account, applied.state.origin == origin, applied.state.account == account else {
