// changes: apply-event
// refused by: Step20MergeTests/needsAccount()
// says: which may be another
// breaks: apply-event.2
//
// Takes a store that knows no account yet for one of this account.

-            guard let account, applied.state.origin == origin, applied.state.account == account,
+            guard let account, applied.state.origin == origin, (applied.state.account ?? account) == account,
