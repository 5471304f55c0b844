// changes: encrypt-message
// refused by: Step20PushTests/refuses()
// says: don't fit
//
// Forgets the delimiter and the tag when it asks if the message fits.

-        guard message.count + padding + 1 + tagSizeBytes <= Int(recordSizeBytes) else { throw Failure.tooLong }
+        guard message.count + padding <= Int(recordSizeBytes) else { throw Failure.tooLong }
