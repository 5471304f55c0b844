import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Additions to the sync protocol: more routes, another transport. Empty unless a composition root fills it.
package struct ServerExtensions: Sendable {
    /// Creates a route when the server starts; nil where the store lacks something the route needs.
    typealias MakeRoute = @Sendable (any SyncStore, HTTPConfiguration) -> (any ExtensionRoute)?

    var routes: [MakeRoute] = []
    /// Builds the transport that every connection uses.
    var transport: @Sendable (HTTP1Channel.Configuration) -> HTTPServerBuilder = { .http1(configuration: $0) }
    /// The URL scheme, `http` or `https`.
    package internal(set) var scheme = "http"

    package init() {}
}

/// A route at paths that the protocol doesn't use.
protocol ExtensionRoute: Sendable {
    /// The value of `Allow` for a path, such as `GET, HEAD`; nil for a path that isn't this route's.
    func allowedMethods(path: String) -> String?

    /// Responds to a request. Called only with a path and a method that are allowed.
    func respond(to request: Request, context: ServerRequestContext) async throws -> Response
}

/// Passes a request to the added route that owns its path. The protocol's own paths can't be overridden.
struct AdditionsMiddleware: RouterMiddleware {
    let routes: [any ExtensionRoute]

    func handle(
        _ request: Request, context: ServerRequestContext,
        next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard Routes.allowedMethod(path: path) == nil else { return try await next(request, context) }
        for route in routes {
            guard let allowed = route.allowedMethods(path: path) else { continue }
            guard allowed.split(separator: ", ").contains(Substring(request.method.rawValue)) else {
                throw ServiceError.methodNotAllowed(allowed)
            }
            return try await route.respond(to: request, context: context)
        }
        return try await next(request, context)
    }
}
