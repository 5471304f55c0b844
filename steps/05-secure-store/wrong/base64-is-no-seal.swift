// replaces: seal
// refused by: Step05SecureStoreTests/tokenIsNotInTheFiles()
// says: in Base64
//
// Encodes the token. You don't need a key to undo an encoding.

        [version] + Array(Data(token.utf8).base64EncodedString().utf8)
