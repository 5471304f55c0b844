import HTTPTypes
import Hummingbird
import Synchronization

/// The token by which the running request came, for work that isn't meant for the device that caused it.
///
/// A task-local value reaches the store through every layer in between, and none of them has to know of it.
package enum RequestOrigin {
    /// The token's hash; nil outside a request, and in one without a token.
    package static var token: SecretHash? { holder?.token.withLock { $0 } }

    /// Lets a device's token take the place of a short-lived one that stands for it, if the request came by that. The
    /// store that looks the short-lived one up calls this, because only it knows both.
    package static func resolve(_ token: SecretHash, to device: SecretHash) {
        holder?.token.withLock { if $0 == token { $0 = device } }
    }

    /// Runs `body` as part of a request with this token. Nobody has checked it yet.
    package static func with<Value>(_ token: SecretHash?, _ body: () async throws -> Value) async rethrows -> Value {
        try await $holder.withValue(Holder(token)) { try await body() }
    }

    @TaskLocal private static var holder: Holder?

    /// One for each request, so that what one layer finds out reaches the layers around it.
    private final class Holder: Sendable {
        let token: Mutex<SecretHash?>

        init(_ token: SecretHash?) { self.token = Mutex(token) }
    }
}

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

extension ServerComponents {
    /// Makes `RequestOrigin.token` known to all routes. A second call changes nothing.
    package mutating func addRequestOrigin() {
        guard !fallbacks.contains(where: { $0 is RequestOriginMiddleware }) else { return }
        // Middleware of the whole router, so that it surrounds `POST /sync/push` too.
        fallbacks.append(RequestOriginMiddleware())
    }
}
