// changes: encrypt-message
// refused by: Step20PushTests/vector()
// says: the record is right, and has the tag in front of it
// breaks: encrypt-message.5
//
// Puts the tag in front of what it's the tag of.

-        return body + senderPublicKey + sealed.ciphertext + sealed.tag
+        return body + senderPublicKey + sealed.tag + sealed.ciphertext
