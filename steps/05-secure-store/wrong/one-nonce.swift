// replaces: seal
// refused by: Step05SecureStoreTests/freshNonce()
// says: If a nonce is used twice
//
// Uses the same nonce each time.

        let nonce = try AES.GCM.Nonce(data: [UInt8](repeating: 7, count: 12))
        let box = try AES.GCM.seal(Array(token.utf8), using: key, nonce: nonce, authenticating: [version])
        guard let combined = box.combined else { throw SecureStoreError.tampered }
        return [version] + combined
