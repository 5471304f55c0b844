// replaces: make-request
// refused by: Step07ClientTests/unreadableToken()
// says: The secure store threw when it was asked for the token
//
// Passes the error of the secure store on as an outage: the phone tries again and again, and nobody is asked to log in.

        let kept: String?
        do { kept = try tokens.token() } catch { throw .offline("the token cannot be read (\(error))") }
        guard let token = kept, !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .unauthorized }
        var headers = ["Accept": "application/json", "Authorization": "Bearer \(token)"]
        if body != nil { headers["Content-Type"] = "application/json" }
        headers["Vitals-Account"] = context.account
        headers["Vitals-Receipt"] = context.receipt?.description
        return HTTPRequest(
            method: method, url: server.description + path, headers: headers, body: body,
            timeoutSeconds: timeoutSeconds)
