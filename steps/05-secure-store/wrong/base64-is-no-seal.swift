// replaces: seal
// refused by: Step05SecureStoreTests/tokenIsNotInTheFiles()
// says: in Base64
//
// Encodes the token. An encoding needs no key to be undone.

        [version] + Array(Data(token.utf8).base64EncodedString().utf8)
