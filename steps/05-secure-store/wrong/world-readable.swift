// changes: keep-token
// refused by: Step05SecureStoreTests/permissions()
// says: should have the mode 600
//
// Writes the files like any other file: everyone can read them.

             key = SymmetricKey(size: .bits256)
-            try PrivateFile.write(key.withUnsafeBytes { Array($0) }, to: keyPath)
+            try key.withUnsafeBytes { try Data($0).write(to: URL(filePath: keyPath)) }
         }
-        try PrivateFile.write(Self.seal(token, with: key), to: sealedPath)
+        try Data(Self.seal(token, with: key)).write(to: URL(filePath: sealedPath))
