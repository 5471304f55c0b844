// replaces: make-request
// refused by: Step07ClientTests/token()
// says: "Bearer "
//
// Sends the token alone, without the scheme before it.

        // A token that cannot be read, or cannot stand in a header, is as good as none: the person logs in again.
        guard let token = try? tokens.token(), !token.isEmpty,
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .unauthorized }
        var headers = ["Accept": "application/json", "Authorization": token]
        if body != nil { headers["Content-Type"] = "application/json" }
        headers["Vitals-Account"] = context.account
        headers["Vitals-Receipt"] = context.receipt?.description
        return HTTPRequest(
            method: method, url: server.description + path, headers: headers, body: body,
            timeoutSeconds: timeoutSeconds)
