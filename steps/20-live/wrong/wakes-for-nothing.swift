// changes: burst
// refused by: Step20PushTests/settles()
// says: nothing has changed since
// breaks: burst.1
//
// Says when a message may be sent again, although there's nothing to tell.

-        guard let changedAt else { return nil }
+        guard let changedAt else { return sentAt.map { $0 + Self.spacing } }
