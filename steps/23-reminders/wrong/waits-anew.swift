// changes: ring-order
// refused by: Step23RingTests/waitsOnce()
// says: a push message wakes it
// breaks: ring-order.2
//
// Each message that wakes the phone makes it wait from the beginning.

-            return beginSync() + (waits ? [] : [.wait(.patience, seconds: Self.patienceSeconds)])
+            _ = waits
+            return beginSync() + [.wait(.patience, seconds: Self.patienceSeconds)]
