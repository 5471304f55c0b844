internal import Synchronization

/// Limits how often a client may try a code.
///
/// A code has 40 bits and lives ten minutes. At 60 attempts a minute from all clients together, a code meets 600
/// guesses in its life: 600 of 2⁴⁰, one chance in 1.8 thousand million. An attacker who keeps guessing for a year, with
/// a code open all that time, has one chance in 35 thousand. The limit per address is lower, so that an attacker
/// doesn't lock out the others. Each process counts separately: N processes multiply the chance by N.
///
/// All attempts count, successful ones too, because a limit that depends on the outcome can be raced.
final class RateLimiter: Sendable {
    static let windowSeconds = 60
    static let limitPerAddress = 10
    static let limitOfAll = 60

    private struct Attempt {
        let time: Duration
        let address: String
    }

    /// The attempts of the last window, oldest first. Never more than `limitOfAll`, however many addresses there are.
    private let attempts = Mutex<[Attempt]>([])
    /// Time since some fixed moment, never set back.
    private let uptime: @Sendable () -> Duration

    init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// Counts an attempt.
    ///
    /// - Throws: 429 with Retry-After; refused attempts aren't counted.
    func acquire(_ address: String) throws(ServiceError) {
        let now = uptime()
        let window = Duration.seconds(Self.windowSeconds)
        let waits: Duration? = attempts.withLock { attempts in
            attempts.removeAll { $0.time + window <= now }
            let own = attempts.filter { $0.address == address }
            let blocking = [
                own.count >= Self.limitPerAddress ? own.first : nil,
                attempts.count >= Self.limitOfAll ? attempts.first : nil,
            ].compactMap { $0?.time }.max()
            if let blocking { return blocking + window - now }
            attempts.append(Attempt(time: now, address: address))
            return nil
        }
        guard let waits else { return }
        let (seconds, rest) = waits.components
        throw .tooManyAttempts(retryAfterSeconds: Int(seconds) + (rest > 0 ? 1 : 0))
    }
}
