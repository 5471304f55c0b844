// replaces: read-token
// refused by: Step05SecureStoreTests/firstError()
// says: A newer program wrote token.sealed
//
// Asks for the key first, so a file of a newer program is called a lost key.

        guard let sealed = try PrivateFile.read(sealedPath) else { return nil }
        guard sealed.count >= Self.minimumSizeBytes else { throw SecureStoreError.truncated }
        guard let key = try key() else { throw SecureStoreError.missingKey }
        guard sealed[0] == Self.version else { throw SecureStoreError.unknownVersion }
        return try Self.open(sealed, with: key)
