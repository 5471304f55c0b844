// changes: ring-order
// refused by: Step23RingTests/computesAgain()
// says: had asked for one more sync
// breaks: ring-order.4
//
// Computes after a late sync, and drops the one that was asked for.

-        case (.synced, _): return endSync()
+        case (.synced, .awake):
+            (isSyncing, syncsAgain) = (false, false)
+            return compute()
+        case (.synced, _): return endSync()
