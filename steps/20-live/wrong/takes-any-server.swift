// changes: apply-event
// refused by: Step20MergeTests/refusesWhatDoesNotFit()
// says: the stream is another server's
// breaks: apply-event.2
//
// Compares the account, and not the server. Two servers may name an account the same.

-            guard let account, applied.state.origin == origin, applied.state.account == account,
+            guard let account, applied.state.account == account,
