// changes: ring-order
// refused by: Step23RingTests/waitsPatiently()
// says: the sync that it waits for stores a page
// breaks: ring-order.5
//
// Is patient until its first compute, and after that never again.

-        case (.timer(.patience), .waiting), (.timer(.ring), .awake), (.changed, .awake): return compute()
+        case (.timer(.patience), .waiting), (.timer(.ring), .awake), (.changed, .awake): return compute()
+        case (.changed, .waiting) where hasComputed: return compute()
