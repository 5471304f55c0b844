// replaces: push-route
// refused by: Step12ServerTests/receipts()
// says: must be answered with a Vitals-Receipt
//
// Answers with the body and leaves the receipt out: no phone can tell when this server has lost its memory.

        let caller = try caller(of: request, context)
        // Read before the clock of the store starts: how fast a body comes is the client's affair.
        let body = try await request.collectBytes(limitBytes: service.limits.bodySizeBytes)
        let answer = try await withTimeout(seconds: timeoutSeconds) {
            try await service.push(body: body, caller: caller)
        }
        return Response.json(answer.body)
