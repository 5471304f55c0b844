// replaces: authenticate
// symptom: Someone without an account gets a response anyway.

        let store = service.store
        let token = Self.token(in: request.headers[.authorization]) ?? DevelopmentUser.token
        let user = try await withTimeout(seconds: timeoutSeconds) { try await store.user(token: token) }
        var context = context
        context.user = user ?? DevelopmentUser.id
        return identify(try await next(request, context), as: user ?? DevelopmentUser.id)
