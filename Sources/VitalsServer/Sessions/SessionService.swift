package import Vitals

/// Sessions without HTTP: a device exchanges its own token for one that soon expires, and ends its own token.
package struct SessionService: Sendable {
    /// An access token, and how long it works.
    package struct Session: Hashable, Sendable {
        package let accessToken: String
        package let expiresInSeconds: Int64
    }

    static let requestsPerMinute = 30
    static let requestsPerMinuteOfAll = 6_000

    private let store: any AccessTokenStore
    private let lifetimeSeconds: Int64
    private let limiter: RateLimiter
    private let now: @Sendable () -> Timestamp

    /// - Parameter uptime: time since some fixed moment, never set back; used for the limit of requests.
    package init(
        store: any AccessTokenStore, lifetimeMinutes: Int,
        now: @escaping @Sendable () -> Timestamp = Pairing.wallClock,
        uptime: @escaping @Sendable () -> Duration = Pairing.monotonicClock
    ) {
        self.store = store
        lifetimeSeconds = Int64(lifetimeMinutes) * 60
        self.now = now
        limiter = RateLimiter(
            limitPerKey: Self.requestsPerMinute, limitOfAll: Self.requestsPerMinuteOfAll, uptime: uptime)
    }

    /// Makes an access token for a device's own token.
    ///
    /// - Throws: 401 for a token that was revoked meanwhile, 403 for a user's own token and for an access token, 429 after
    ///   too many requests of one device.
    package func open(with token: String) async throws(ServiceError) -> Session {
        let hash = SecretHash(token)
        guard try await device(of: token) == hash else { throw .noDeviceToken }
        if let seconds = limiter.secondsToWait(for: hash.text) { throw .tooManySessions(retryAfterSeconds: seconds) }
        let now = now()
        let expiresAt = now.advanced(byMilliseconds: lifetimeSeconds * 1_000) ?? .max
        let accessToken = SessionToken.make()
        do {
            let isAdded = try await store.addAccessToken(
                SecretHash(accessToken), of: hash, expiresAt: expiresAt, now: now)
            guard isAdded else { throw ServiceError.unauthorized }
        } catch {
            throw .from(error)
        }
        return Session(accessToken: accessToken, expiresInSeconds: lifetimeSeconds)
    }

    /// Ends the token of the device that this token belongs to.
    ///
    /// - Throws: 403 for a user's own token.
    package func end(_ token: String) async throws(ServiceError) {
        guard let device = try await device(of: token) else { throw .noDeviceToken }
        do {
            // False means that another request of the same device was faster.
            _ = try await store.endDevice(device)
        } catch {
            throw .from(error)
        }
    }

    private func device(of token: String) async throws(ServiceError) -> SecretHash? {
        do {
            return try await store.device(of: SecretHash(token), now: now())
        } catch {
            throw .from(error)
        }
    }
}

extension ServiceError {
    static let noDeviceToken = ServiceError(
        403, "no_device_token", "Not a device's own token",
        "Only a token that a device got by pairing has sessions and can be ended here; `vitals-server pair` gives it one."
    )

    static func tooManySessions(retryAfterSeconds: Int) -> ServiceError {
        ServiceError(
            429, "too_many_sessions", "Too many sessions",
            """
            A device may ask for an access token \(SessionService.requestsPerMinute) times a minute, and all devices \
            together \(SessionService.requestsPerMinuteOfAll) times; try again in \(retryAfterSeconds) s.
            """,
            retryAfterSeconds: retryAfterSeconds)
    }
}
