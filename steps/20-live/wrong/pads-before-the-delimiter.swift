// changes: encrypt-message
// refused by: Step20PushTests/padding()
// says: The record is the message, then the delimiter 2
// breaks: encrypt-message.2
//
// Puts the padding before the delimiter. The browser then takes the zeros for a part of the message.

-        let record = message + [lastRecordDelimiter] + Array(repeating: 0, count: padding)
+        let record = message + Array(repeating: 0, count: padding) + [lastRecordDelimiter]
