// replaces: open-sealed
// refused by: Step05SecureStoreTests/wrongKey()
// says: token() should throw; it gave a token of 0 bytes
//
// Returns an empty token if the file doesn't open, so the device talks to the server without a login.

        guard let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()),
            let bytes = try? AES.GCM.open(box, using: key, authenticating: [version])
        else { return "" }
        return String(decoding: bytes, as: UTF8.self)
