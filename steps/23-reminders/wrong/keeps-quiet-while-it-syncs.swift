// changes: ring-order
// refused by: Step23RingTests/computesAfterChange()
// says: and you mark the pills as done
// breaks: ring-order.5
//
// Computes nothing while a sync runs, also when it no longer waits for it.

-        case (.timer(.patience), .waiting), (.timer(.ring), .awake), (.changed, .awake): return compute()
+        case (.timer(.patience), .waiting): return compute()
+        case (.timer(.ring), .awake) where !isSyncing, (.changed, .awake) where !isSyncing: return compute()
