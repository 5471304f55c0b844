// changes: ring-order
// refused by: Step23RingTests/syncsAfterWaking()
// says: the late sync has ended since
// breaks: ring-order.4
//
// Computes after a late sync without noting its end, so the next one never begins.

-        case (.synced, _): return endSync()
+        case (.synced, .waiting): return endSync()
+        case (.synced, .awake): return compute()
