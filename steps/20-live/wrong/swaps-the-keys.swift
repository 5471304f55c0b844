// changes: encrypt-message
// refused by: Step20PushTests/vector()
// says: has the sender's key before the browser's
// breaks: encrypt-message.3
//
// Puts the sender's key before the browser's. Each is 65 bytes, so only the browser notices.

-            sharedInfo: Array("WebPush: info\0".utf8) + recipient.publicKey + senderPublicKey, outputByteCount: 32)
+            sharedInfo: Array("WebPush: info\0".utf8) + senderPublicKey + recipient.publicKey, outputByteCount: 32)
