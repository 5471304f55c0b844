// replaces: seal
// refused by: Step05SecureStoreTests/tokenIsNotInTheFiles()
// says: in clear
//
// Authenticates the token but doesn't encrypt it: no one can change it, but everyone can read it.

        let code = HMAC<SHA256>.authenticationCode(for: Array(token.utf8), using: key)
        return [version] + Array(token.utf8) + Array(code)
