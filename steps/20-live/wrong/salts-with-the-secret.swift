// changes: encrypt-message
// refused by: Step20PushTests/vector()
// says: derived with the browser's `authSecret` as salt
// breaks: encrypt-message.4
//
// Uses the browser's secret as the salt of all three keys.

-            inputKeyMaterial: inputKey, salt: salt, info: Array("Content-Encoding: aes128gcm\0".utf8),
-            outputByteCount: 16)
+            inputKeyMaterial: inputKey, salt: recipient.authSecret,
+            info: Array("Content-Encoding: aes128gcm\0".utf8), outputByteCount: 16)
@@
-            inputKeyMaterial: inputKey, salt: salt, info: Array("Content-Encoding: nonce\0".utf8), outputByteCount: 12)
+            inputKeyMaterial: inputKey, salt: recipient.authSecret,
+            info: Array("Content-Encoding: nonce\0".utf8), outputByteCount: 12)
