// changes: encrypt-message
// refused by: Step20PushTests/refuses()
// says: don't fit
// breaks: encrypt-message.6
//
// Forgets the delimiter, the tag and the header when it asks if the message fits.

-        guard message.count + padding <= longestMessageBytes else { throw Failure.tooLong }
+        guard message.count + padding <= Int(recordSizeBytes) else { throw Failure.tooLong }
