// replaces: read-token
// refused by: Step05SecureStoreTests/truncation()
// says: as if nobody had logged in
//
// Treats a damaged file as no file: the person is logged out and never learns why.

        guard let sealed = try PrivateFile.read(sealedPath), let key = try key() else { return nil }
        guard sealed.count >= Self.minimumSizeBytes, sealed[0] == Self.version else { return nil }
        return try Self.open(sealed, with: key)
