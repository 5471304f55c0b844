// changes: ring-order
// refused by: Step23RingTests/waitsOnce()
// says: a second push message
// breaks: ring-order.2
//
// Notes one message, and starts the timer anew with the next.

-            return beginSync() + (waits ? [] : [.wait(.patience, seconds: Self.patienceSeconds)])
+            let isFirst = !syncsAgain
+            return beginSync() + (waits && isFirst ? [] : [.wait(.patience, seconds: Self.patienceSeconds)])
