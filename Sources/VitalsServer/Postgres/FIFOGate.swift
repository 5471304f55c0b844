internal import Synchronization

/// Why a gate did not let someone in.
package enum GateRefusal: Error, Hashable, Sendable {
    case timedOut
    case closed
}

/// Lets at most `width` callers in at once for each key; the others wait, first come, first served.
///
/// 1. Different keys never wait for each other.
/// 2. A waiter that is cancelled or runs out of time leaves the queue, and never holds a turn.
/// 3. A turn goes straight from the one who leaves to the first who waits: nobody overtakes.
/// 4. After `close()` nobody enters, and `close()` returns once everybody has left.
package final class FIFOGate<Key: Hashable & Sendable>: Sendable {
    private let width: Int
    private let timeout: Duration
    private let clock: any Clock<Duration>
    private let state: Mutex<GateState<Key>>

    /// - Parameter timeout: how long a caller waits for its turn.
    package init(width: Int, timeout: Duration, clock: any Clock<Duration> = ContinuousClock()) {
        precondition(width >= 1, "a gate must let someone in")
        self.width = width
        self.timeout = timeout
        self.clock = clock
        state = Mutex(GateState(width: width))
    }

    /// How many wait at `key`.
    package func waiterCount(at key: Key) -> Int { state.withLock { $0.lanes[key]?.waiters.count ?? 0 } }

    /// Runs `body` when the caller's turn has come.
    ///
    /// - Throws: `GateRefusal`, `CancellationError`, or what `body` throws.
    package func withTurn<Result>(
        at key: Key, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> Result {
        try await enter(key)
        defer { leave(key) }
        return try await body()
    }

    /// Refuses everyone from now on, and waits for those who are inside.
    package func close() async {
        for waiter in state.withLock({ $0.close() }) { waiter.resume(throwing: GateRefusal.closed) }
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.lanes.isEmpty { state.closers.append(continuation) }
                return state.lanes.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func enter(_ key: Key) async throws {
        guard let ticket = try state.withLock({ try $0.takeTurnOrTicket(at: key) }) else { return }
        try await withTaskCancellationHandler {
            var timer: Task<Void, any Error>?
            defer { timer?.cancel() }
            try await withCheckedThrowingContinuation { (continuation: GateWaiter) in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    // Cancelled before this line: the handler has run, found nobody, and will not run again.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.isClosed { return .failure(GateRefusal.closed) }
                    if state.takeTurn(at: key) { return .success(()) }
                    state.lanes[key]!.waiters.append((ticket, continuation))
                    return nil
                }
                if let outcome { return continuation.resume(with: outcome) }
                timer = Task {
                    try await clock.sleep(for: timeout)
                    abandon(ticket, at: key, GateRefusal.timedOut)
                }
            }
        } onCancel: {
            abandon(ticket, at: key, CancellationError())
        }
    }

    private func leave(_ key: Key) {
        let (next, closers) = state.withLock { $0.leave(key) }
        next?.resume()
        for closer in closers { closer.resume() }
    }

    private func abandon(_ ticket: UInt64, at key: Key, _ error: any Error) {
        state.withLock { $0.remove(ticket, at: key) }?.resume(throwing: error)
    }
}

private typealias GateWaiter = CheckedContinuation<Void, any Error>
private typealias GateCloser = CheckedContinuation<Void, Never>

/// Who is in and who waits. A key without either has no lane.
private struct GateState<Key: Hashable & Sendable> {
    struct Lane {
        var holders = 0
        var waiters: [(ticket: UInt64, continuation: GateWaiter)] = []
    }

    let width: Int
    var lanes: [Key: Lane] = [:]
    var closers: [GateCloser] = []
    var isClosed = false
    private var lastTicket: UInt64 = 0

    init(width: Int) { self.width = width }

    mutating func takeTurn(at key: Key) -> Bool {
        let lane = lanes[key, default: Lane()]
        guard lane.holders < width, lane.waiters.isEmpty else { return false }
        lanes[key, default: Lane()].holders += 1
        return true
    }

    /// Nil when the turn was taken.
    mutating func takeTurnOrTicket(at key: Key) throws -> UInt64? {
        if isClosed { throw GateRefusal.closed }
        if takeTurn(at: key) { return nil }
        lastTicket += 1
        return lastTicket
    }

    /// Who comes next, and who has been waiting for the last to leave.
    mutating func leave(_ key: Key) -> (next: GateWaiter?, closers: [GateCloser]) {
        var lane = lanes[key]!
        defer { lanes[key] = lane.holders == 0 ? nil : lane }
        if !lane.waiters.isEmpty { return (lane.waiters.removeFirst().continuation, []) }
        lane.holders -= 1
        guard lane.holders == 0, lanes.count == 1 else { return (nil, []) }
        defer { closers = [] }
        return (nil, closers)
    }

    mutating func remove(_ ticket: UInt64, at key: Key) -> GateWaiter? {
        guard let index = lanes[key]?.waiters.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return lanes[key]!.waiters.remove(at: index).continuation
    }

    /// Those who now wait in vain.
    mutating func close() -> [GateWaiter] {
        isClosed = true
        let waiters = lanes.values.flatMap { $0.waiters.map { $0.continuation } }
        for key in Array(lanes.keys) { lanes[key]!.waiters = [] }
        return waiters
    }
}
