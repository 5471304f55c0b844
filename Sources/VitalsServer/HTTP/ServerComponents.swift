package import Hummingbird
import HummingbirdCore
import Logging
import ServiceLifecycle

package import struct Foundation.UUID

/// The components of a server beyond push and pull: more routes, files, another transport. None unless a composition root adds some.
package struct ServerComponents: Sendable {
    /// Adds routes when the server starts. The protocol's own paths can't be overridden.
    typealias AddRoutes = @Sendable (Router<ServerRequestContext>, SyncService, HTTPConfiguration) -> Void

    /// Background work that runs as long as the server does; nil where there is nothing to do. It's asked for before the
    /// routes are added.
    typealias MakeService = @Sendable (SyncService, HTTPConfiguration, Logger) -> (any Service)?

    /// Builds middleware when the server starts; nil where there is nothing to do.
    typealias MakeGuard =
        @Sendable (SyncService, HTTPConfiguration) -> (
            any MiddlewareProtocol<Request, Response, ServerRequestContext>
        )?

    /// Exchanges the code in a request for a new token.
    package typealias ExchangeCode = @Sendable (Request, ServerRequestContext) async throws -> String

    var routes: [AddRoutes] = []
    /// Adds routes that exchange a code as `POST /pair` does, under one limit of attempts with it. Not called on a server that
    /// pairs no devices.
    package var pairingRoutes: [@Sendable (Router<ServerRequestContext>, @escaping ExchangeCode, SyncService) -> Void] =
        []
    var services: [MakeService] = []
    /// Middleware around all other, which sees every response.
    var outermost: [any MiddlewareProtocol<Request, Response, ServerRequestContext>] = []
    /// Middleware around all routes that has to know the service, such as one that refuses some requests.
    var guards: [MakeGuard] = []
    /// Middleware for requests to paths that no route has, such as those of files.
    var fallbacks: [any MiddlewareProtocol<Request, Response, ServerRequestContext>] = []
    /// The proxies in front of the server, each of which appends the client's address to `X-Forwarded-For`.
    package var trustedProxyCount = 0
    /// Builds the transport that every connection uses.
    var transport: @Sendable (HTTP1Channel.Configuration) -> HTTPServerBuilder = HTTPServerBuilder.plain
    /// Learns how many records pushes and pulls carry.
    var observer: (any SyncObserver)?
    /// The features that are switched on, besides `base`.
    package var features: [ServerFeature] = []
    /// Asked before commands about entities are performed: the types that the user may not change now.
    package var lockedTypes: [@Sendable (any SyncStore, UUID) async throws -> Set<String>] = []
    /// The URL scheme, `http` or `https`.
    package internal(set) var scheme = "http"

    package init() {}

    /// Adds routes below a path that need a user's token.
    ///
    /// - Parameter add: called when the server starts; adds nothing where the store can't do what they need.
    package mutating func addRoutes(
        below path: String,
        _ add: @escaping @Sendable (RouterGroup<ServerRequestContext>, SyncService) -> Void
    ) {
        routes.append { router, service, configuration in
            add(router.authenticated(RouterPath(path), by: service, configuration), service)
        }
    }

    /// The same, for routes that keep to the server's timeouts.
    package mutating func addRoutes(
        below path: String,
        _ add: @escaping @Sendable (RouterGroup<ServerRequestContext>, SyncService, HTTPConfiguration) -> Void
    ) {
        routes.append { router, service, configuration in
            add(router.authenticated(RouterPath(path), by: service, configuration), service, configuration)
        }
    }
}

/// Background work that must have begun before the server takes its first request.
protocol ReadyService: Service {
    /// Returns once the work has begun.
    ///
    /// - Throws: the error that ended it. The server doesn't start then.
    func waitUntilReady() async throws
}
