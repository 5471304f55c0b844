// changes: ring-order
// refused by: Step23RingTests/syncsAfterWaking()
// says: The phone slept for an hour, and wakes up
// breaks: ring-order.1
//
// Trusts the alarms from before the sleep.

-        case (.started, _), (.woke, .waiting), (.woke, .awake):
+        case (.started, _), (.woke, .waiting):
