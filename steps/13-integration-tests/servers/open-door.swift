// replaces: authenticate
// symptom: Somebody who has no account gets an answer all the same.

        let store = service.store
        let token = Self.token(in: request.headers[.authorization]) ?? DevelopmentUser.token
        let user = try await withTimeout(seconds: timeoutSeconds) { try await store.user(token: token) }
        var context = context
        context.user = user ?? DevelopmentUser.id
        return identify(try await next(request, context), as: user ?? DevelopmentUser.id)
