// replaces: authenticate
// refused by: Step12ServerTests/unauthorized(_:)
// says: Basic ANNS-TOKEN
//
// Takes the last word of the header for the token, whatever stands before it.

        guard let token = request.headers[.authorization]?.split(separator: " ").last.map(String.init) else {
            throw ServiceError.unauthorized
        }
        guard !(refusesDevelopmentToken && token == DevelopmentUser.token) else { throw ServiceError.unauthorized }
        let store = service.store
        let user = try await withTimeout(seconds: timeoutSeconds) { try await store.user(token: token) }
        guard let user else { throw ServiceError.unauthorized }
        var context = context
        context.user = user
        return identify(try await next(request, context), as: user)
