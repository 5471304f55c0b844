// replaces: authenticate
// refused by: Step12ServerTests/tokenAloneDecides()
// says: and got his records
//
// Lets the request say whose records it wants: any token opens every history.

        guard let token = Self.token(in: request.headers[.authorization]) else { throw ServiceError.unauthorized }
        guard !(refusesDevelopmentToken && token == DevelopmentUser.token) else { throw ServiceError.unauthorized }
        let store = service.store
        let user = try await withTimeout(seconds: timeoutSeconds) { try await store.user(token: token) }
        guard let user else { throw ServiceError.unauthorized }
        var context = context
        context.user = request.uri.queryParameters["userId"].flatMap { UUID(uuidString: String($0)) } ?? user
        return identify(try await next(request, context), as: user)
