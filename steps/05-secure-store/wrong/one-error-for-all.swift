// replaces: read-token
// refused by: Step05SecureStoreTests/truncation()
// says: That should be .truncated
//
// Reports every file that can't be read as tampered: a full disk then looks like an attack.

        guard let sealed = try PrivateFile.read(sealedPath) else { return nil }
        guard sealed.count >= Self.minimumSizeBytes, sealed[0] == Self.version, let key = try key() else {
            throw SecureStoreError.tampered
        }
        return try Self.open(sealed, with: key)
