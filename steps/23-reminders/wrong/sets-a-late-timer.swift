// changes: ring-order
// refused by: Step23RingTests/ignoresOldComputes()
// says: an older compute ends
// breaks: ring-order.6
//
// A compute from before the sleep sets a timer for what the sync may change.

-        case (.computed(let next?), .awake):
+        case (.computed(let next?), .awake), (.computed(let next?), .waiting):
