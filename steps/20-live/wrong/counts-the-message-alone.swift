// changes: encrypt-message
// refused by: Step20PushTests/refuses()
// says: padded to 3994
// breaks: encrypt-message.6
//
// Asks if the message fits, and then pads it.

-        guard message.count + padding <= longestMessageBytes else { throw Failure.tooLong }
+        guard message.count <= longestMessageBytes else { throw Failure.tooLong }
