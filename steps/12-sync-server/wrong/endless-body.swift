// replaces: push-route
// refused by: Step12ServerTests/bodyTooLarge()
// says: must be answered with 413
//
// Reads whatever comes into memory, without the limit that the service has.

        let caller = try caller(of: request, context)
        // Read before the clock of the store starts: how fast a body comes is the client's affair.
        let body = try await request.collectBytes(limitBytes: .max)
        let answer = try await withTimeout(seconds: timeoutSeconds) {
            try await service.push(body: body, caller: caller)
        }
        return Response.json(answer.body).adding(answer.identity)
