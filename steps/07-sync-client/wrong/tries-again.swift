// replaces: push-call
// refused by: Step07ClientTests/oneRequest()
// says: This push made 2
//
// Sends a push once more when no response came in time.

        let request = try makeRequest("POST", "/sync/push", context, body: PushBody.bytes(of: records))
        var response: HTTPResponse
        do {
            response = try await exchange(request)
        } catch .timedOut {
            response = try await exchange(request)
        }
        return try answer(response) { json throws(JSONError) in try Pushed(json: json) }
