internal import HTTPTypes
internal import Hummingbird
package import Vitals

/// `POST /pair`: needs no token, and returns one.
struct PairRoute: Sendable {
    let pairing: Pairing
    let timeoutSeconds: Double
    let trustedProxyCount: Int

    func add(to router: Router<ServerRequestContext>) {
        router.post("pair") { request, context in try await respond(to: request, context: context) }
    }

    private func respond(to request: Request, context: ServerRequestContext) async throws -> Response {
        let token = try await token(for: request, context)
        var answer = JSONBytes()
        answer.raw(#"{"token":"#)
        answer.text(token)
        answer.raw("}")
        var response = Response.json(answer.bytes)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Exchanges the code in a request for a new token.
    ///
    /// - Throws: `ServiceError`: 400, 403, 415, or 429 after too many attempts.
    func token(for request: Request, _ context: ServerRequestContext) async throws -> String {
        try Self.requireOwnPage(request)
        let pairing = pairing
        let address = ClientAddress.key(
            connection: context.connection.clientAddress, headers: request.headers, trustedProxyCount: trustedProxyCount
        )
        let body = try PairRequest(body: try await request.collectBytes(limitBytes: PairRequest.limitBytes))
        return try await withTimeout(seconds: timeoutSeconds) { try await pairing.exchange(body, from: address) }
    }

    /// Refuses requests that a page of another site makes its visitors' browsers send. They would use up the attempts
    /// of the visitor's address.
    ///
    /// - Throws: 415 without `Content-Type: application/json`, which no page can send elsewhere without asking first; 403
    ///   where the browser says that the page isn't this server's.
    static func requireOwnPage(_ request: Request) throws(ServiceError) {
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
        guard type == "application/json" else { throw .pairingMediaType }
        if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) {
            guard site == "same-origin" || site == "none" else { throw .foreignPage }
        } else if let origin = request.headers[.origin] {
            guard let scheme = origin.firstRange(of: "://"), let host = request.head.authority,
                origin[scheme.upperBound...].lowercased() == host.lowercased()
            else { throw .foreignPage }
        }
    }
}

extension ServerComponents {
    /// Serves `POST /pair`, if the store is able to pair devices.
    package mutating func addPairing(
        now: @escaping @Sendable () -> Timestamp = Pairing.wallClock,
        uptime: @escaping @Sendable () -> Duration = Pairing.monotonicClock
    ) {
        routes.append { router, service, configuration in
            guard let pairing = service.store.ability((any PairingStore).self) else { return }
            let route = PairRoute(
                pairing: Pairing(store: pairing, now: now, uptime: uptime),
                timeoutSeconds: configuration.requestTimeoutSeconds,
                trustedProxyCount: configuration.components.trustedProxyCount)
            route.add(to: router)
            for addRoutes in configuration.components.pairingRoutes {
                addRoutes(router, { try await route.token(for: $0, $1) }, service)
            }
        }
    }
}
