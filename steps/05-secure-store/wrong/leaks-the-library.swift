// replaces: open-sealed
// refused by: Step05SecureStoreTests/tampering()
// says: should throw a SecureStoreError
//
// Lets the crypto library's own error out. A person who reads "authenticationFailure" can't know that logging in again
// helps.

        let box = try AES.GCM.SealedBox(combined: sealed.dropFirst())
        let bytes = try AES.GCM.open(box, using: key, authenticating: [version])
        return String(decoding: bytes, as: UTF8.self)
