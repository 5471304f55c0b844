// changes: ring-order
// refused by: Step23RingTests/syncsAgain()
// says: and that sync ends
// breaks: ring-order.2
//
// A phone that waits already does nothing about a message, which may be about something newer than its sync.

-            let waits = phase == .waiting
+            if phase == .waiting { return [] }
             phase = .waiting
-            return beginSync() + (waits ? [] : [.wait(.patience, seconds: Self.patienceSeconds)])
+            return beginSync() + [.wait(.patience, seconds: Self.patienceSeconds)]
