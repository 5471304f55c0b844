// changes: encrypt-message
// refused by: Step20PushTests/refuses()
// says: 32 zeros
// breaks: encrypt-message.8
//
// Asks only how long the private key is, and lets the library's own error through.

-        guard salt.count == 16, let sender = try? P256.KeyAgreement.PrivateKey(rawRepresentation: senderKey),
+        guard salt.count == 16, senderKey.count == 32,
@@
             let browser = try? P256.KeyAgreement.PublicKey(x963Representation: recipient.publicKey)
         else { throw Failure.badKey }
+        let sender = try P256.KeyAgreement.PrivateKey(rawRepresentation: senderKey)
