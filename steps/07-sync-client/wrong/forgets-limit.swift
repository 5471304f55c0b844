// replaces: pull-call
// refused by: Step07ClientTests/pullRequest()
// says: /sync/pull?cursor=9007199254740991&limit=250
//
// Pulls without a limit: the server sends the whole history in one response, which may be too large for a phone.

        let request = try makeRequest("GET", "/sync/pull?cursor=\(cursor)", context)
        return try answer(try await exchange(request)) { json throws(JSONError) in try Pulled(json: json) }
