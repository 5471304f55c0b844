// changes: encrypt-message
// refused by: Step20PushTests/refuses()
// says: don't fit
// breaks: encrypt-message.6
//
// Fills a whole record, so that the body is longer than a push service has to take.

-        guard message.count + padding <= longestMessageBytes else { throw Failure.tooLong }
+        guard message.count + padding + 1 + 16 <= Int(recordSizeBytes) else { throw Failure.tooLong }
