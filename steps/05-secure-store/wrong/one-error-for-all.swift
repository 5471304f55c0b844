// replaces: read-token
// refused by: Step05SecureStoreTests/truncation()
// says: That is .truncated
//
// Calls everything tampered that cannot be read: a full disk then looks like an attack.

        guard let sealed = try PrivateFile.read(sealedPath) else { return nil }
        guard sealed.count >= Self.minimumSizeBytes, sealed[0] == Self.version, let key = try key() else {
            throw SecureStoreError.tampered
        }
        return try Self.open(sealed, with: key)
