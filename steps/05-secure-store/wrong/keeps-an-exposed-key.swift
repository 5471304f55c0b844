// replaces: keep-token
// refused by: Step05SecureStoreTests/exposed()
// says: should be sealed with a new one
//
// Makes a key that others have seen private again, and goes on using it.

        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keyPath)
        let key: SymmetricKey
        if let kept = try? self.key() {
            key = kept
        } else {
            key = SymmetricKey(size: .bits256)
            try PrivateFile.write(key.withUnsafeBytes { Array($0) }, to: keyPath)
        }
        try PrivateFile.write(Self.seal(token, with: key), to: sealedPath)
