// replaces: push-call
// refused by: Step07ClientTests/pushRequest()
// says: so it is a POST
//
// Sends a push as a PUT, which sounds right but isn't what the protocol says.

        let request = try makeRequest("PUT", "/sync/push", context, body: PushBody.bytes(of: records))
        return try answer(try await exchange(request)) { json throws(JSONError) in try Pushed(json: json) }
