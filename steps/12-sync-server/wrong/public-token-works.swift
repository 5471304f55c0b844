// replaces: authenticate
// refused by: Step12ServerTests/developmentToken()
// says: the token dev-token must be answered with 401
//
// Relies on the check at the start alone; the public token may be added later.

        guard let token = Self.token(in: request.headers[.authorization]) else { throw ServiceError.unauthorized }
        let store = service.store
        let user = try await withTimeout(seconds: timeoutSeconds) { try await store.user(token: token) }
        guard let user else { throw ServiceError.unauthorized }
        var context = context
        context.user = user
        return identify(try await next(request, context), as: user)
