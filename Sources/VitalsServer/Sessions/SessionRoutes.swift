import HTTPTypes
import Hummingbird
import NIOCore
package import Vitals

/// `POST /session` gives a device an access token, and `DELETE /session` ends the device's own token.
struct SessionRoutes: Sendable {
    let sessions: SessionService
    let timeoutSeconds: Double

    /// - Parameter givesAccessTokens: false without the feature `sessions`. A device can still end its token.
    func add(
        to router: Router<ServerRequestContext>, _ group: RouterGroup<ServerRequestContext>, givesAccessTokens: Bool
    ) {
        group.delete { request, _ in try await end(request) }
        if givesAccessTokens {
            group.post { request, _ in try await open(request) }
        } else {
            // As on every server without a feature: there is no such route, whoever asks.
            router.post("session") { _, _ -> Response in throw ServiceError.notFound }
        }
    }

    private func open(_ request: Request) async throws -> Response {
        let token = try Self.token(of: request)
        let sessions = sessions
        let session = try await withTimeout(seconds: timeoutSeconds) { try await sessions.open(with: token) }
        let body = JSONValue.object([
            .init("accessToken", .string(session.accessToken)),
            .init("expiresInSeconds", .number(Double(session.expiresInSeconds))),
        ])
        var response = Response.json(Array(CanonicalJSON.text(body).utf8))
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func end(_ request: Request) async throws -> Response {
        let token = try Self.token(of: request)
        let sessions = sessions
        try await withTimeout(seconds: timeoutSeconds) { try await sessions.end(token) }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    /// The token that `AuthenticationMiddleware` found the user of.
    private static func token(of request: Request) throws(ServiceError) -> String {
        guard let token = BearerToken.read(request.headers[.authorization]) else { throw .unauthorized }
        return token
    }
}

extension ServerComponents {
    /// Serves `/session`, if the store knows access tokens, and switches the feature `sessions` on.
    ///
    /// - Parameter lifetimeMinutes: how long an access token works; 0 gives none, and leaves the feature off.
    package mutating func addSessions(
        lifetimeMinutes: Int, now: @escaping @Sendable () -> Timestamp = Pairing.wallClock,
        uptime: @escaping @Sendable () -> Duration = Pairing.monotonicClock
    ) {
        if lifetimeMinutes > 0 { features.append(.sessions) }
        routes.append { router, service, configuration in
            guard let store = service.store.ability((any AccessTokenStore).self) else { return }
            let group = router.authenticated("session", by: service, configuration)
            SessionRoutes(
                sessions: SessionService(store: store, lifetimeMinutes: lifetimeMinutes, now: now, uptime: uptime),
                timeoutSeconds: configuration.requestTimeoutSeconds
            ).add(to: router, group, givesAccessTokens: lifetimeMinutes > 0)
        }
    }
}

extension ServerFeature {
    /// Access tokens that expire, in place of a device's own token.
    package static let sessions = ServerFeature(name: "sessions") {
        $0.sqliteMigrations = [.sessions]
        $0.wrap = { store in
            store.ability((any AccessTokenStore).self).map { SessionSyncStore(store, sessions: $0) } ?? store
        }
        $0.isSupported = { $0.ability((any AccessTokenStore).self) != nil }
        $0.prepare = { try await $0.ability((any AccessTokenStore).self)?.checkAccessTokenTable() }
    }
}
