// changes: encrypt-message
// refused by: Step20PushTests/refuses()
// says: with a private key of 5
// breaks: encrypt-message.8
//
// Lets the library's own error through.

-        guard salt.count == 16, let sender = try? P256.KeyAgreement.PrivateKey(rawRepresentation: senderKey),
+        let sender = try P256.KeyAgreement.PrivateKey(rawRepresentation: senderKey)
+        guard salt.count == 16,
             let browser = try? P256.KeyAgreement.PublicKey(x963Representation: recipient.publicKey)
