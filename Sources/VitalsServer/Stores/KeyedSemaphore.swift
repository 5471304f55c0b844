internal import Synchronization

internal import struct Foundation.UUID

/// A semaphore with one queue per user. A user's pushes wait in one semaphore and the pulls in another, before they
/// take a connection to the database. So one user can't take them all, and different users never wait for each other.
typealias UserSemaphore = KeyedSemaphore<UUID>

/// The reasons why a caller gets no permit.
package enum SemaphoreError: Error, Hashable, Sendable {
    case timedOut
    case closed
}

/// A semaphore for each key. At most `width` callers hold a permit at once; the others wait, first in, first out.
///
/// 1. Different keys never wait for each other.
/// 2. A waiter that is cancelled or times out leaves the queue, and never holds a permit.
/// 3. A released permit goes straight to the first waiter, so no later caller can overtake it.
/// 4. After `close()` no permit is given, and `close()` returns once all permits are back.
/// 5. A `Permit` goes back exactly once: when nothing refers to it any more.
package final class KeyedSemaphore<Key: Hashable & Sendable>: Sendable {
    private let width: Int
    private let timeout: Duration
    private let clock: any Clock<Duration>
    private let state: Mutex<SemaphoreState<Key>>

    /// - Parameter timeout: how long a caller waits for a permit.
    package init(width: Int, timeout: Duration, clock: any Clock<Duration> = ContinuousClock()) {
        precondition(width >= 1, "a semaphore needs a permit")
        self.width = width
        self.timeout = timeout
        self.clock = clock
        state = Mutex(SemaphoreState(width: width))
    }

    /// The number of permits that are out at `key`.
    package func permitCount(at key: Key) -> Int { state.withLock { $0.queues[key]?.holders ?? 0 } }

    /// The number of callers that wait at `key`.
    package func waiterCount(at key: Key) -> Int { state.withLock { $0.queues[key]?.waiters.count ?? 0 } }

    /// Runs `body` with a permit.
    ///
    /// - Throws: `SemaphoreError`, `CancellationError`, or the error that `body` throws.
    package func withPermit<Result>(
        at key: Key, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> Result {
        try await enter(key)
        defer { leave(key) }
        return try await body()
    }

    /// Takes a permit that may outlive the call.
    ///
    /// - Throws: `SemaphoreError` or `CancellationError`.
    package func permit(at key: Key) async throws -> Permit {
        try await enter(key)
        return Permit { [self] in leave(key) }
    }

    /// Refuses every caller from now on, and waits until all permits are back.
    package func close() async {
        for waiter in state.withLock({ $0.close() }) { waiter.resume(throwing: SemaphoreError.closed) }
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.queues.isEmpty { state.closeWaiters.append(continuation) }
                return state.queues.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func enter(_ key: Key) async throws {
        guard let ticket = try state.withLock({ try $0.takePermitOrTicket(at: key) }) else { return }
        try await withTaskCancellationHandler {
            var timer: Task<Void, any Error>?
            defer { timer?.cancel() }
            try await withCheckedThrowingContinuation { (continuation: Waiter) in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    // If the task was cancelled before this line, the handler has run, found no waiter, and won't run
                    // again.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.isClosed { return .failure(SemaphoreError.closed) }
                    if state.takePermit(at: key) { return .success(()) }
                    state.queues[key]!.waiters.append((ticket, continuation))
                    return nil
                }
                if let outcome { return continuation.resume(with: outcome) }
                timer = Task {
                    try await clock.sleep(for: timeout)
                    abandon(ticket, at: key, SemaphoreError.timedOut)
                }
            }
        } onCancel: {
            abandon(ticket, at: key, CancellationError())
        }
    }

    private func leave(_ key: Key) {
        let (next, closeWaiters) = state.withLock { $0.leave(key) }
        next?.resume()
        for waiter in closeWaiters { waiter.resume() }
    }

    private func abandon(_ ticket: UInt64, at key: Key, _ error: any Error) {
        state.withLock { $0.remove(ticket, at: key) }?.resume(throwing: error)
    }
}

/// A permit that several parts of a program can hold together. It goes back when the last of them drops it.
package final class Permit: Sendable {
    private let giveBack: @Sendable () -> Void

    fileprivate init(giveBack: @escaping @Sendable () -> Void) { self.giveBack = giveBack }

    deinit { giveBack() }
}

private typealias Waiter = CheckedContinuation<Void, any Error>
private typealias CloseWaiter = CheckedContinuation<Void, Never>

/// The permits that are out and the callers that wait. A key without either has no queue.
private struct SemaphoreState<Key: Hashable & Sendable> {
    struct Queue {
        var holders = 0
        var waiters: [(ticket: UInt64, continuation: Waiter)] = []
    }

    let width: Int
    var queues: [Key: Queue] = [:]
    var closeWaiters: [CloseWaiter] = []
    var isClosed = false
    private var lastTicket: UInt64 = 0

    init(width: Int) { self.width = width }

    mutating func takePermit(at key: Key) -> Bool {
        let queue = queues[key, default: Queue()]
        guard queue.holders < width, queue.waiters.isEmpty else { return false }
        queues[key, default: Queue()].holders += 1
        return true
    }

    /// Takes a permit and returns nil, or returns a ticket for the queue.
    mutating func takePermitOrTicket(at key: Key) throws -> UInt64? {
        if isClosed { throw SemaphoreError.closed }
        if takePermit(at: key) { return nil }
        lastTicket += 1
        return lastTicket
    }

    /// Returns a permit. The result is the next caller, and the `close()` calls that waited for the last permit.
    mutating func leave(_ key: Key) -> (next: Waiter?, closeWaiters: [CloseWaiter]) {
        var queue = queues[key]!
        defer { queues[key] = queue.holders == 0 ? nil : queue }
        if !queue.waiters.isEmpty { return (queue.waiters.removeFirst().continuation, []) }
        queue.holders -= 1
        guard queue.holders == 0, queues.count == 1 else { return (nil, []) }
        defer { closeWaiters = [] }
        return (nil, closeWaiters)
    }

    mutating func remove(_ ticket: UInt64, at key: Key) -> Waiter? {
        guard let index = queues[key]?.waiters.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return queues[key]!.waiters.remove(at: index).continuation
    }

    /// Closes the semaphore. Returns the waiters to refuse.
    mutating func close() -> [Waiter] {
        isClosed = true
        let waiters = queues.values.flatMap { $0.waiters.map { $0.continuation } }
        for key in Array(queues.keys) { queues[key]!.waiters = [] }
        return waiters
    }
}
