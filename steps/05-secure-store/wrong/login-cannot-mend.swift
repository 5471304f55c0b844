// replaces: keep-token
// refused by: Step05SecureStoreTests/missingKey(length:)
// says: is missing or damaged
//
// Insists on the old key: once that is damaged, no login ever works again.

        let key: SymmetricKey
        if let kept = try self.key() {
            key = kept
        } else {
            key = SymmetricKey(size: .bits256)
            try PrivateFile.write(key.withUnsafeBytes { Array($0) }, to: keyPath)
        }
        try PrivateFile.write(Self.seal(token, with: key), to: sealedPath)
