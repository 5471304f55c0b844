// changes: ring-order
// refused by: Step23RingTests/losesPatience()
// says: longer than a user would wait
// breaks: ring-order.3
//
// Without a network it never rings.

-        case (.timer(.patience), .waiting), (.timer(.ring), .awake), (.changed, .awake): return compute()
+        case (.timer(.ring), .awake), (.changed, .awake): return compute()
