// changes: keep-token
// refused by: Step05SecureStoreTests/missingKey(length:)
// says: is missing or damaged
//
// Insists on the old key: once it's damaged, no login ever works again.

         let key: SymmetricKey
-        if let kept = try? self.key() {
+        if let kept = try self.key() {
             key = kept
