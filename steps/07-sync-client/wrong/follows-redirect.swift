// replaces: pull-call
// refused by: Step07ClientTests/redirect(status:)
// says: get the person's token
//
// Follows a redirect with the same headers, so another server gets the token.

        var request = try makeRequest("GET", "/sync/pull?cursor=\(cursor)&limit=\(limit)", context)
        var response = try await exchange(request)
        if (300..<400).contains(response.status), let location = response.headers["location"] {
            request.url = location
            response = try await exchange(request)
        }
        return try answer(response) { json throws(JSONError) in try Pulled(json: json) }
