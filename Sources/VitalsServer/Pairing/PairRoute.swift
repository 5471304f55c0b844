internal import HTTPTypes
internal import Hummingbird
package import Vitals

/// `POST /pair`: needs no token, and returns one.
struct PairRoute: ExtensionRoute {
    let pairing: Pairing
    let timeoutSeconds: Double
    let trustedProxyCount: Int

    func allowedMethods(path: String) -> String? { path.split(separator: "/") == ["pair"] ? "POST" : nil }

    func respond(to request: Request, context: ServerRequestContext) async throws -> Response {
        let pairing = pairing
        let address = ClientAddress.key(
            connection: context.clientAddress, headers: request.headers, trustedProxyCount: trustedProxyCount)
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
    /// Serves `POST /pair`, if the store is a `PairedSyncStore`.
    ///
    /// - Parameter trustedProxyCount: how many proxies are in front of the server; see `ClientAddress`.
    package mutating func addPairing(
        trustedProxyCount: Int = 0,
        now: @escaping @Sendable () -> Timestamp = Pairing.wallClock,
        uptime: @escaping @Sendable () -> Duration = Pairing.monotonicClock
    ) {
        routes.append { store, configuration in
            guard let store = store as? PairedSyncStore else { return nil }
            return PairRoute(
                pairing: Pairing(store: store.pairing, now: now, uptime: uptime),
                timeoutSeconds: configuration.requestTimeoutSeconds, trustedProxyCount: trustedProxyCount)
        }
    }
}
