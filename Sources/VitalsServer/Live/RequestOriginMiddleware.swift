import HTTPTypes
import Hummingbird

/// Sets `RequestOrigin.token` for each request. It doesn't check the token: the routes authenticate.
struct RequestOriginMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ServerRequestContext,
        next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        let token = BearerToken.read(request.headers[.authorization])
        return try await RequestOrigin.with(token.map { SecretHash($0) }) { try await next(request, context) }
    }
}

extension ServerExtensions {
    /// Makes `RequestOrigin.token` known to all routes. A second call changes nothing.
    package mutating func addRequestOrigin() {
        guard !fallbacks.contains(where: { $0 is RequestOriginMiddleware }) else { return }
        // Middleware of the whole router, so that it surrounds `POST /sync/push` too.
        fallbacks.append(RequestOriginMiddleware())
    }
}
