// changes: burst
// refused by: Step20PushTests/spaced()
// says: A message was sent at 12 s, and the next change came at 13 s
// breaks: burst.3
//
// Keeps no distance between messages: an import wakes the phone every two seconds.

-        guard let sentAt else { return settled }
-        return max(settled, sentAt + Self.spacing)
+        return settled
