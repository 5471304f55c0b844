// changes: burst
// refused by: Step20PushTests/spaced()
// says: and the next change came at 13 s. `due` should be 42 s, and it is 44 s
// breaks: burst.4
//
// Waits for one bound after the other.

-        return max(settled, sentAt + Self.spacing)
+        return max(settled, sentAt + Self.spacing + Self.settlingTime)
