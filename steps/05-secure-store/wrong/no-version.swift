// replaces: seal
// refused by: Step05SecureStoreTests/format()
// says: the format's version
//
// Leaves out the byte that tells a later build how the file was sealed.

        let box = try AES.GCM.seal(Array(token.utf8), using: key, authenticating: [version])
        guard let combined = box.combined else { throw SecureStoreError.tampered }
        return Array(combined)
