// replaces: open-sealed
// refused by: Step05SecureStoreTests/wrongKey()
// says: token() should throw; it gave a token of 0 bytes
//
// Gives an empty token where the file does not open, and the device talks to the server as nobody.

        guard let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()),
            let bytes = try? AES.GCM.open(box, using: key, authenticating: [version])
        else { return "" }
        return String(decoding: bytes, as: UTF8.self)
