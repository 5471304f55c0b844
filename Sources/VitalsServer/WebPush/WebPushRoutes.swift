import HTTPTypes
import Hummingbird
import Vitals

/// The routes of Web Push: the server's key, and a browser's subscription.
struct WebPushRoutes: Sendable {
    let store: any WebPushSubscriptionStore
    let keys: VAPIDKeyCache
    let policy: EndpointPolicy
    /// One user's changes: a browser subscribes once.
    let limiter: RateLimiter
    let timeoutSeconds: Double
    let now: @Sendable () -> Timestamp

    static let changesPerMinute = 30
    static let changesPerMinuteOfAll = 600

    func add(to group: RouterGroup<ServerRequestContext>) {
        group.get("key") { _, _ in try await key() }
        group.post("subscriptions") { request, context in try await subscribe(request, context) }
        group.delete("subscriptions") { request, context in try await unsubscribe(request, context) }
    }

    private func key() async throws -> Response {
        let keys = keys
        let key = try await withTimeout(seconds: timeoutSeconds) { try await keys.key() }
        return Self.response(.init("publicKey", .string(key.publicKey)))
    }

    private func subscribe(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        guard let user = context.user, let token = RequestOrigin.token else { throw ServiceError.unauthorized }
        let body = try await body(of: request, user: user.lowercased)
        let subscription = try WebPushSubscriptionRequest.subscription(body, policy: policy)
        let (store, now) = (store, now())
        let stored = try await withTimeout(seconds: timeoutSeconds) {
            try await store.storeWebPushSubscription(subscription, user: user, token: token, now: now)
        }
        var response = Self.response(.init("id", .string(stored.id.lowercased)))
        response.status = stored.isNew ? .created : .ok
        return response
    }

    private func unsubscribe(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        guard let user = context.user else { throw ServiceError.unauthorized }
        let body = try await body(of: request, user: user.lowercased)
        if let endpoint = try WebPushSubscriptionRequest.endpoint(body) {
            let store = store
            try await withTimeout(seconds: timeoutSeconds) {
                try await store.removeWebPushSubscription(endpoint: endpoint, user: user)
            }
        }
        return Response(status: .noContent)
    }

    private func body(of request: Request, user: String) async throws(ServiceError) -> [UInt8] {
        if let seconds = limiter.secondsToWait(for: user) { throw .tooManySubscriptions(retryAfterSeconds: seconds) }
        return try await request.collectBytes(limitBytes: WebPushSubscriptionRequest.limitBytes)
    }

    private static func response(_ member: JSONValue.Member) -> Response {
        Response.json(Array(CanonicalJSON.text(.object([member])).utf8))
    }
}

extension ServiceError {
    static func tooManySubscriptions(retryAfterSeconds: Int) -> ServiceError {
        ServiceError(
            429, "too_many_subscriptions", "Too many changes of subscriptions",
            """
            A user may change them \(WebPushRoutes.changesPerMinute) times a minute, and all users together \
            \(WebPushRoutes.changesPerMinuteOfAll) times; try again in \(retryAfterSeconds) s.
            """,
            retryAfterSeconds: retryAfterSeconds)
    }
}
