import HTTPTypes
import Hummingbird
import HummingbirdCore

/// What a server has beyond the sync protocol: further routes, another transport. Empty unless a composition root
/// fills it.
package struct ServerExtensions: Sendable {
    /// Makes a route when the server starts; nil where the store has not what it needs.
    typealias MakeRoute = @Sendable (any SyncStore, HTTPConfiguration) -> (any ExtensionRoute)?

    var routes: [MakeRoute] = []
    /// What every connection speaks.
    var transport: @Sendable (HTTP1Channel.Configuration) -> HTTPServerBuilder = { .http1(configuration: $0) }
    /// With what an address of this server begins.
    package internal(set) var scheme = "http"

    package init() {}
}

/// Paths beside those of the protocol.
protocol ExtensionRoute: Sendable {
    /// What `Allow` says of a path, such as `GET, HEAD`; nil for a path that is none of these.
    func allowedMethods(path: String) -> String?

    /// Only called with a path and a method that are allowed.
    func respond(to request: Request, context: ServerRequestContext) async throws -> Response
}

/// Hands a request to the addition whose path it names; the protocol's own paths stay what they are.
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
