// changes: ring-order
// refused by: Step23RingTests/syncsAfterWaking()
// says: Another sync will follow that one
// breaks: ring-order.1
//
// Takes a sync that runs for a wait, and starts no timer. If that sync hangs, it never rings.

-            let waits = phase == .waiting
+            let waits = isSyncing
