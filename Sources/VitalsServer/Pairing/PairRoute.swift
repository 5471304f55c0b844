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
        let pairing = pairing
        let address = ClientAddress.key(
            connection: context.connection.clientAddress, headers: request.headers, trustedProxyCount: trustedProxyCount
        )
        let body = try PairRequest(body: try await request.collectBytes(limitBytes: PairRequest.limitBytes))
        let token = try await withTimeout(seconds: timeoutSeconds) { try await pairing.exchange(body, from: address) }
        var answer = JSONBytes()
        answer.raw(#"{"token":"#)
        answer.text(token)
        answer.raw("}")
        var response = Response.json(answer.bytes)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension ServerExtensions {
    /// Serves `POST /pair`, if the store is able to pair devices.
    package mutating func addPairing(
        now: @escaping @Sendable () -> Timestamp = Pairing.wallClock,
        uptime: @escaping @Sendable () -> Duration = Pairing.monotonicClock
    ) {
        routes.append { router, store, configuration in
            guard let pairing = store.abilities.pairing else { return }
            PairRoute(
                pairing: Pairing(store: pairing, now: now, uptime: uptime),
                timeoutSeconds: configuration.requestTimeoutSeconds,
                trustedProxyCount: configuration.additions.trustedProxyCount
            ).add(to: router)
        }
    }
}
