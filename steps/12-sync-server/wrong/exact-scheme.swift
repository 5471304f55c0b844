// replaces: authenticate
// refused by: Step12ServerTests/schemeInAnyCase()
// says: without regard to case
//
// Knows the scheme in one spelling only.

        guard let header = request.headers[.authorization], header.hasPrefix("Bearer ") else {
            throw ServiceError.unauthorized
        }
        let token = String(header.dropFirst("Bearer ".count))
        guard !(refusesDevelopmentToken && token == DevelopmentUser.token) else { throw ServiceError.unauthorized }
        let store = service.store
        let user = try await withTimeout(seconds: timeoutSeconds) { try await store.user(token: token) }
        guard let user else { throw ServiceError.unauthorized }
        var context = context
        context.user = user
        return identify(try await next(request, context), as: user)
