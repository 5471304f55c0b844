package import Foundation
package import Vitals

/// Adds a device to an account: a code, read off one screen, is exchanged for a token on another device.
package struct Pairing: Sendable {
    package static let codeLifetimeSeconds: Int64 = 600

    private let store: any PairingStore
    private let limiter: RateLimiter
    private let now: @Sendable () -> Timestamp

    /// - Parameter uptime: time since some fixed moment, never set back; used for the limit of attempts.
    package init(
        store: any PairingStore, now: @escaping @Sendable () -> Timestamp = wallClock,
        uptime: @escaping @Sendable () -> Duration = monotonicClock
    ) {
        self.store = store
        self.now = now
        limiter = .pairing(uptime: uptime)
    }

    /// Creates a code for a user.
    ///
    /// - Throws: `SyncStoreError.unknownUser`.
    package func makeCode(for user: UUID) async throws -> PairingInvitation {
        let now = now()
        let expiresAt = now.advanced(byMilliseconds: Self.codeLifetimeSeconds * 1000) ?? .max
        while true {
            let code = PairingCode()
            do {
                try await store.addPairingCode(SecretHash(code.text), user: user, expiresAt: expiresAt, now: now)
                return PairingInvitation(code: code, expiresAt: expiresAt)
            } catch SyncStoreError.tokenTaken {
                continue  // another user has the same code: the chance is 1 in 2⁴⁰
            }
        }
    }

    /// Exchanges a code for a new token.
    ///
    /// - Throws: 403 for a code that is wrong, used or expired, always with the same message; 429 after too many
    ///   attempts.
    func exchange(_ request: PairRequest, from address: String) async throws(ServiceError) -> String {
        if let seconds = limiter.secondsToWait(for: address) {
            throw .tooManyAttempts(retryAfterSeconds: seconds)
        }
        let token = AccessToken.make()
        let new = NewDeviceToken(hash: SecretHash(token), name: request.name)
        do {
            guard let code = request.code,
                try await store.exchangePairingCode(SecretHash(code.text), for: new, now: now()) != nil
            else { throw ServiceError.pairingRefused }
            return token
        } catch {
            throw .from(error)
        }
    }

    /// The wall-clock time, to the millisecond.
    package static let wallClock: @Sendable () -> Timestamp = {
        Timestamp(clamping: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }

    /// The time since the clock was created. It is never set back.
    package static let monotonicClock: @Sendable () -> Duration = {
        let start = ContinuousClock.now
        return { ContinuousClock.now - start }
    }()
}

/// A code and the time when it expires.
package struct PairingInvitation: Hashable, Sendable {
    package let code: PairingCode
    package let expiresAt: Timestamp

    /// The expiry in RFC 3339 format, in whole seconds.
    package var expiryText: String { expiresAt.flooredToSecond.rfc3339 }

    /// The address that a device opens.
    ///
    /// - Parameter origin: the server's address, without a slash at the end.
    package func address(at origin: String) -> String { PairingLink.text(server: origin, code: code.text) }
}

extension ServiceError {
    /// One response for every refusal, so that a client can't learn which codes exist.
    static let pairingRefused = ServiceError(
        403, "pairing_refused", "The code isn't valid",
        "It is wrong, was used or has expired. Make a new one with `vitals-server pair`.")

    static let pairingMediaType = ServiceError(
        415, "unsupported_media_type", "The body must be JSON", "Send it with `Content-Type: application/json`.")

    static let foreignPage = ServiceError(
        403, "foreign_page", "The page is not this server's",
        "A browser says that this request comes from a page of another site; only this server's own may pair.")

    static func tooManyAttempts(retryAfterSeconds: Int) -> ServiceError {
        ServiceError(
            429, "too_many_attempts", "Too many attempts", "Wait before you try another code.",
            retryAfterSeconds: retryAfterSeconds)
    }
}
