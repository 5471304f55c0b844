// changes: burst
// refused by: Step20PushTests/spaced()
// says: it needs 2 s to settle
// breaks: burst.2
//
// Once it has sent a message, it looks at the distance alone.

-        return max(settled, sentAt + Self.spacing)
+        return max(changedAt, sentAt + Self.spacing)
