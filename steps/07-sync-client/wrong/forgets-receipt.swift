// replaces: make-request
// refused by: Step07ClientTests/context()
// says: 12.00ff under vitals-receipt
//
// Never sends the receipt, so that a server which was restored from a backup cannot tell.

        // A token that cannot be read, or cannot stand in a header, is as good as none: the person logs in again.
        guard let token = try? tokens.token(), !token.isEmpty,
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .unauthorized }
        var headers = ["Accept": "application/json", "Authorization": "Bearer \(token)"]
        if body != nil { headers["Content-Type"] = "application/json" }
        headers["Vitals-Account"] = context.account
        return HTTPRequest(
            method: method, url: server.description + path, headers: headers, body: body,
            timeoutSeconds: timeoutSeconds)
