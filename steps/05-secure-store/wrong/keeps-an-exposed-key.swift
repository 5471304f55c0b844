// changes: keep-token
// refused by: Step05SecureStoreTests/exposed()
// says: should be sealed with a new one
//
// Makes a key that others may have seen private again, and keeps using it.

-        // A key that was lost or seen by others is replaced: the new token must not depend on it.
+        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keyPath)
         let key: SymmetricKey
