// replaces: keep-token
// refused by: Step05SecureStoreTests/keyIsApart()
// says: a second login made a new one
//
// Makes a new key for each login, though nothing is wrong with the old one.

        let key = SymmetricKey(size: .bits256)
        try PrivateFile.write(key.withUnsafeBytes { Array($0) }, to: keyPath)
        try PrivateFile.write(Self.seal(token, with: key), to: sealedPath)
