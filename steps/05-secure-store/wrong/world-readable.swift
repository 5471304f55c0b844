// replaces: keep-token
// refused by: Step05SecureStoreTests/permissions()
// says: should have the mode 600
//
// Writes the files as any file is written: for everybody to read.

        let key: SymmetricKey
        if let kept = try? self.key() {
            key = kept
        } else {
            key = SymmetricKey(size: .bits256)
            try key.withUnsafeBytes { try Data($0).write(to: URL(filePath: keyPath)) }
        }
        try Data(Self.seal(token, with: key)).write(to: URL(filePath: sealedPath))
