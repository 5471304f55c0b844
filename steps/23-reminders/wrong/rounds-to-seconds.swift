// changes: ring-order
// refused by: Step23RingTests/waitsForTheNext()
// says: due in 0.4 s
// breaks: ring-order.6
//
// Counts whole seconds. For the last one it waits not at all, again and again.

-            return [.wait(.ring, seconds: min(max(next, 0), Self.longestWaitSeconds))]
+            return [.wait(.ring, seconds: min(max(next.rounded(.down), 0), Self.longestWaitSeconds))]
