// changes: ring-order
// refused by: Step23RingTests/waitsPatiently()
// says: which stores a page
// breaks: ring-order.5
//
// The first page of its own sync makes the phone ring for what the second one says is done.

-        case (.timer(.patience), .waiting), (.timer(.ring), .awake), (.changed, .awake): return compute()
+        case (.timer(.patience), .waiting), (.timer(.ring), .awake), (.changed, .awake), (.changed, .waiting): return compute()
