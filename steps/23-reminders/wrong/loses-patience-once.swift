// changes: ring-order
// refused by: Step23RingTests/losesPatience()
// says: in a tunnel
// breaks: ring-order.3
//
// Has patience only after the start. Later it waits for the sync, without an end.

-        case (.timer(.patience), .waiting), (.timer(.ring), .awake), (.changed, .awake): return compute()
+        case (.timer(.patience), .waiting) where !hasComputed: return compute()
+        case (.timer(.ring), .awake), (.changed, .awake): return compute()
