import HTTPTypes
import Hummingbird

/// Sets `RequestOrigin.token` for each request. It doesn't check the token: the routes authenticate.
struct RequestOriginMiddleware: RouterMiddleware {
    /// Finds the token that stands behind another one, such as a device's behind a short-lived one.
    let resolve: @Sendable (SecretHash) async throws -> SecretHash

    func handle(
        _ request: Request, context: ServerRequestContext,
        next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let token = Self.token(in: request.headers[.authorization]) else { return try await next(request, context) }
        let origin = try await resolve(SecretHash(token))
        return try await RequestOrigin.$token.withValue(origin) { try await next(request, context) }
    }

    /// The token of `Bearer TOKEN`, read as `AuthenticationMiddleware` reads it.
    private static func token(in header: String?) -> String? {
        guard let parts = header?.split(separator: " ", maxSplits: 1), parts.count == 2,
            parts[0].lowercased() == "bearer"
        else { return nil }
        let token = parts[1].drop { $0 == " " }
        return token.isEmpty || token.utf8.count > 512 ? nil : String(token)
    }
}

extension ServerExtensions {
    /// Makes `RequestOrigin.token` known to all routes. A second call changes nothing.
    ///
    /// - Parameter resolve: finds the token that stands behind another one; by default each stands for itself.
    package mutating func addRequestOrigin(
        resolve: @escaping @Sendable (SecretHash) async throws -> SecretHash = { $0 }
    ) {
        guard !fallbacks.contains(where: { $0 is RequestOriginMiddleware }) else { return }
        // Middleware of the whole router, so that it surrounds `POST /sync/push` too.
        fallbacks.append(RequestOriginMiddleware(resolve: resolve))
    }
}
