// replaces: make-request
// refused by: Step07ClientTests/noToken(token:)
// says: no request should leave the phone
//
// Sends a request without a usable token and lets the server say no. A token with a line break in it becomes a
// header of its own.

        // A token that cannot be read, or cannot stand in a header, is as good as none: the person logs in again.
        let token = (try? tokens.token()) ?? ""
        var headers = ["Accept": "application/json", "Authorization": "Bearer \(token)"]
        if body != nil { headers["Content-Type"] = "application/json" }
        headers["Vitals-Account"] = context.account
        headers["Vitals-Receipt"] = context.receipt?.description
        return HTTPRequest(
            method: method, url: server.description + path, headers: headers, body: body,
            timeoutSeconds: timeoutSeconds)
