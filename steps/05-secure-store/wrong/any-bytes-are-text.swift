// changes: open-sealed
// refused by: Step05SecureStoreTests/invalidText()
// says: what it holds isn't UTF-8
//
// Repairs bytes that aren't UTF-8, so they become another token.

-            guard let token = String(validating: bytes, as: UTF8.self) else { throw SecureStoreError.tampered }
-            return token
+            return String(decoding: bytes, as: UTF8.self)
         } catch {
