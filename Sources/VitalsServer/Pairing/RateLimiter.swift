internal import Synchronization

/// Limits how often each client may do something, and all of them together, in a minute.
///
/// All attempts count, successful ones too, because a limit that depends on the outcome can be raced.
final class RateLimiter: Sendable {
    static let windowSeconds = 60

    private struct Attempt {
        let time: Duration
        let key: String
    }

    private let limitPerKey: Int
    private let limitOfAll: Int
    /// The attempts of the last window, oldest first. Never more than `limitOfAll`, however many clients there are.
    private let attempts = Mutex<[Attempt]>([])
    /// Time since some fixed moment, never set back.
    private let uptime: @Sendable () -> Duration

    /// - Parameters:
    ///   - limitPerKey: attempts a minute for one client.
    ///   - limitOfAll: attempts a minute for all clients together.
    init(limitPerKey: Int, limitOfAll: Int, uptime: @escaping @Sendable () -> Duration) {
        self.limitPerKey = limitPerKey
        self.limitOfAll = limitOfAll
        self.uptime = uptime
    }

    /// Counts an attempt of the client that `key` names.
    ///
    /// - Returns: nil if it may go on, else the seconds to wait; refused attempts aren't counted.
    func secondsToWait(for key: String) -> Int? {
        let now = uptime()
        let window = Duration.seconds(Self.windowSeconds)
        let waits: Duration? = attempts.withLock { attempts in
            attempts.removeAll { $0.time + window <= now }
            let own = attempts.filter { $0.key == key }
            let blocking = [
                own.count >= limitPerKey ? own[own.count - limitPerKey] : nil,
                attempts.count >= limitOfAll ? attempts[attempts.count - limitOfAll] : nil,
            ].compactMap { $0?.time }.max()
            if let blocking { return blocking + window - now }
            attempts.append(Attempt(time: now, key: key))
            return nil
        }
        guard let (seconds, rest) = waits?.components else { return nil }
        return Int(seconds) + (rest > 0 ? 1 : 0)
    }
}

extension RateLimiter {
    /// The limit of tries at a code, by address.
    ///
    /// A code has 40 bits and lives ten minutes. At 60 attempts a minute from all clients together, a code meets 600
    /// guesses in its life: 600 of 2⁴⁰, one chance in 1.8 thousand million. An attacker who keeps guessing for a year, with
    /// a code open all that time, has one chance in 35 thousand. The limit per address is lower, so that an attacker
    /// doesn't lock out the others. Each process counts separately: N processes multiply the chance by N.
    static func pairing(uptime: @escaping @Sendable () -> Duration) -> RateLimiter {
        RateLimiter(limitPerKey: 10, limitOfAll: 60, uptime: uptime)
    }
}
