// changes: ring-order
// refused by: Step23RingTests/ignoresOldPatience()
// says: the timer of patience runs out
// breaks: ring-order.3
//
// Computes for a timer whose wait is over.

-        case (.timer(.patience), .waiting), (.timer(.ring), .awake), (.changed, .awake): return compute()
+        case (.timer(.patience), .waiting), (.timer, .awake), (.changed, .awake): return compute()
