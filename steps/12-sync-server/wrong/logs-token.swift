// replaces: authenticate
// refused by: Step12ServerTests/logKeepsSecrets()
// says: must not learn
//
// Logs the header, to see what the phones send. Whoever can read the log can then be any user.

        guard let token = Self.token(in: request.headers[.authorization]) else { throw ServiceError.unauthorized }
        guard !(refusesDevelopmentToken && token == DevelopmentUser.token) else { throw ServiceError.unauthorized }
        print("authorization: \(token)")
        let store = service.store
        let user = try await withTimeout(seconds: timeoutSeconds) { try await store.user(token: token) }
        guard let user else { throw ServiceError.unauthorized }
        var context = context
        context.user = user
        return identify(try await next(request, context), as: user)
