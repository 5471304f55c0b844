// changes: ring-order
// refused by: Step23RingTests/boundsTheWait()
// says: was due 2 s ago
// breaks: ring-order.6
//
// Waits a negative time for what is over.

-            return [.wait(.ring, seconds: min(max(next, 0), Self.longestWaitSeconds))]
+            return [.wait(.ring, seconds: min(next, Self.longestWaitSeconds))]
