// changes: ring-order
// refused by: Step23RingTests/waitsPatiently()
// says: and an alarm is due
// breaks: ring-order.5
//
// An alarm that is due rings, although the phone has just woken up.

-        case (.timer(.patience), .waiting), (.timer(.ring), .awake), (.changed, .awake): return compute()
+        case (.timer, .waiting), (.timer(.ring), .awake), (.changed, .awake): return compute()
