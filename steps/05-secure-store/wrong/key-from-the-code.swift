// replaces: keep-token
// refused by: Step05SecureStoreTests/keyIsApart()
// says: Two devices made the same key
//
// Derives the key from a word in the program, which everyone has who has the program.

        let key = SymmetricKey(data: SHA256.hash(data: Array("health.vitals.sync".utf8)))
        try PrivateFile.write(key.withUnsafeBytes { Array($0) }, to: keyPath)
        try PrivateFile.write(Self.seal(token, with: key), to: sealedPath)
