// changes: apply-event
// refused by: Step20MergeTests/needsAccount()
// says: That they're equal says nothing
// breaks: apply-event.1
//
// Compares two accounts that are both unknown, and finds them equal.

-            guard let account, applied.state.origin == origin, applied.state.account == account,
+            guard applied.state.origin == origin, applied.state.account == account,
