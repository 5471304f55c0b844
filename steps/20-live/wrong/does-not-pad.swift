// changes: encrypt-message
// refused by: Step20PushTests/padding()
// says: so its length says something about the message
// breaks: encrypt-message.2
//
// Leaves the padding out. Anyone who counts the bytes knows which message it was.

-        let record = message + [lastRecordDelimiter] + Array(repeating: 0, count: padding)
+        let record = message + [lastRecordDelimiter]
