// replaces: seal
// refused by: Step05SecureStoreTests/tokenIsNotInTheFiles()
// says: in clear
//
// Authenticates the token and does not encrypt it: nobody can change it, and everybody can read it.

        let code = HMAC<SHA256>.authenticationCode(for: Array(token.utf8), using: key)
        return [version] + Array(token.utf8) + Array(code)
