import HTTPTypes
import Hummingbird
import Vitals

/// Lets a token that only reads do what is listed here, and nothing else.
///
/// It stands around every route. A path that isn't written exactly as below is refused, even where the router would find a
/// route for it.
struct ReadOnlyMiddleware: RouterMiddleware {
    let service: SyncService
    let tokens: any ReadOnlyTokenStore
    let timeoutSeconds: Double
    let now: @Sendable () -> Timestamp

    /// The paths of `GET` requests that such a token may send. There's no other method.
    private enum Route: String {
        case pull = "/sync/pull"
        case events = "/events"
        case entities = "/entities/changes"
        case samples = "/health/samples"
        case sampleSummary = "/health/summary"
    }

    func handle(
        _ request: Request, context: ServerRequestContext,
        next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        let found = try await look(at: request)
        return try await ReadOnlyRequest.$current.withValue(found) {
            guard let token = found.token else { return try await next(request, context) }
            var response = try await respond(to: request, context, token, next)
            if response.status.code < 400 { response.headers[.vitalsReadOnly] = token.limits.headerText }
            return response
        }
    }

    /// Finds out whether a request came by a token that only reads. The routes authenticate any other.
    private func look(at request: Request) async throws -> ReadOnlyRequest {
        guard let text = BearerToken.read(request.headers[.authorization]), ReadOnlyTokenText.mayBe(text) else {
            return ReadOnlyRequest()
        }
        let (tokens, now, hash) = (tokens, now(), SecretHash(text))
        let found = try await withTimeout(seconds: timeoutSeconds) { try await tokens.readOnlyToken(hash, now: now) }
        return ReadOnlyRequest(hash: hash, token: found)
    }

    private func respond(
        to request: Request, _ context: ServerRequestContext, _ token: ReadOnlyToken,
        _ next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        let refusal = ServiceError.readOnly(token.limits.kinds)
        guard request.method == .get, let route = Route(rawValue: request.uri.path) else { throw refusal }
        guard let kinds = token.limits.kinds else { return try await next(request, context) }
        var context = context
        switch route {
        case .pull: return try await pull(request, context, token, Set(kinds))
        case .events:
            context.eventsAreHints = true
            return try await next(request, context)
        case .samples:
            let types = request.uri.queryParameters[values: "type"].map(String.init)
            guard types.count == 1, kinds.contains(types[0]) else { throw refusal }
            return try await next(request, context)
        case .entities, .sampleSummary: throw refusal
        }
    }

    /// Pulls from a store that has the kinds alone. The routes have the whole one, so the request doesn't go to them.
    private func pull(
        _ request: Request, _ context: ServerRequestContext, _ token: ReadOnlyToken, _ kinds: Set<String>
    ) async throws -> Response {
        var context = context
        context.user = token.user
        let limited = service.over(KindsSyncStore(base: service.store, kinds: kinds))
        let routes = SyncRoutes(service: limited, timeoutSeconds: timeoutSeconds)
        // A problem names the account too, as within the group of the route.
        var response = try await ProblemMiddleware().handle(request, context: context) { try await routes.pull($0, $1) }
        if let identity = service.identity(of: token.user) {
            response.headers[.vitalsAccount] = identity.account
            response.headers[.vitalsFeatures] = identity.features
        }
        return response
    }
}

extension TokenLimits {
    /// The value of `Vitals-Read-Only`, a structured field (RFC 9651): true, and what limits the token.
    var headerText: String {
        "?1" + (expiresAt.map { #"; until="\#($0.rfc3339)""# } ?? "")
            + (kinds.map { #"; kinds="\#($0.joined(separator: ","))""# } ?? "")
    }
}

extension HTTPField.Name {
    static let vitalsReadOnly = HTTPField.Name("Vitals-Read-Only")!
}

extension ServiceError {
    /// - Parameter kinds: what the token may read; nil for everything.
    static func readOnly(_ kinds: [String]?) -> ServiceError {
        let scope = kinds.map { " of these kinds: \($0.joined(separator: ", "))" } ?? ""
        return ServiceError(
            403, "read_only", "This token only reads",
            "This token was made to look on: it may read records\(scope), and nothing else. To change something, pair a device."
        )
    }
}
