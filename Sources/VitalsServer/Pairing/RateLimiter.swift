internal import Synchronization

/// Limits how often each client may do something, and all of them together, in a minute.
///
/// 1. All attempts count, successful ones too, because a limit that depends on the outcome can be raced.
/// 2. An attempt costs the same however many others there are: an attacker who fills the limit doesn't slow the others
///    down.
/// 3. At most `limitOfAll` attempts are kept, however many clients there are.
final class RateLimiter: Sendable {
    static let windowSeconds = 60

    private struct Attempt {
        let time: Duration
        let key: String
    }

    /// The attempts of the last window, twice: of all clients, and the times of each.
    private struct State {
        var attempts = AttemptQueue<Attempt>()
        var timesByKey: [String: AttemptQueue<Duration>] = [:]

        /// The oldest attempt of all is the oldest of its client too.
        mutating func removeOldest() {
            guard let key = attempts.first?.key else { return }
            attempts.removeFirst()
            timesByKey[key]?.removeFirst()
            if timesByKey[key]?.isEmpty ?? false { timesByKey[key] = nil }
        }
    }

    private let limitPerKey: Int
    private let limitOfAll: Int
    private let state = Mutex(State())
    /// Time since some fixed moment, never set back.
    private let uptime: @Sendable () -> Duration

    /// - Parameters:
    ///   - limitPerKey: attempts a minute for one client, 1 or more.
    ///   - limitOfAll: attempts a minute for all clients together, 1 or more.
    init(limitPerKey: Int, limitOfAll: Int, uptime: @escaping @Sendable () -> Duration) {
        precondition(limitPerKey > 0 && limitOfAll > 0, "a limit lets somebody through")
        self.limitPerKey = limitPerKey
        self.limitOfAll = limitOfAll
        self.uptime = uptime
    }

    /// The numbers of attempts and of clients that are kept now.
    var keptCounts: (attempts: Int, clients: Int) {
        state.withLock { ($0.attempts.count, $0.timesByKey.count) }
    }

    /// Counts an attempt of the client that `key` names.
    ///
    /// - Returns: nil if it may go on, else the seconds to wait; refused attempts aren't counted.
    func secondsToWait(for key: String) -> Int? {
        let window = Duration.seconds(Self.windowSeconds)
        let waits: Duration? = state.withLock { state in
            // Within the lock: attempts stand in the order of their times.
            let now = uptime()
            while let oldest = state.attempts.first, oldest.time + window <= now { state.removeOldest() }
            let own = state.timesByKey[key]
            let blocking = [
                (own?.count ?? 0) >= limitPerKey ? own?.first : nil,
                state.attempts.count >= limitOfAll ? state.attempts.first?.time : nil,
            ].compactMap { $0 }.max()
            if let blocking { return blocking + window - now }
            state.attempts.append(Attempt(time: now, key: key))
            state.timesByKey[key, default: AttemptQueue()].append(now)
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

/// A queue of things that expire in the order in which they came. Adding and removing take constant time on average.
struct AttemptQueue<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    /// The elements before this index were removed. They leave the array together, once they are half of it.
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func removeFirst() {
        head += 1
        guard head * 2 >= elements.count else { return }
        elements.removeFirst(head)
        head = 0
    }
}
