// replaces: make-request
// refused by: Step07ClientTests/timeOut()
// says: an answer that takes two seconds should fail with timedOut; this pull ended with an answer
//
// Leaves the request's own time-out of 30 seconds in place.

        // A token that cannot be read, or cannot stand in a header, is as good as none: the person logs in again.
        guard let token = try? tokens.token(), !token.isEmpty,
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .unauthorized }
        var headers = ["Accept": "application/json", "Authorization": "Bearer \(token)"]
        if body != nil { headers["Content-Type"] = "application/json" }
        headers["Vitals-Account"] = context.account
        headers["Vitals-Receipt"] = context.receipt?.description
        return HTTPRequest(
            method: method, url: server.description + path, headers: headers, body: body)
