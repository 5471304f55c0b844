import Synchronization

/// A wake-up by the system, which wants to hear once that the app is done with it.
///
/// HealthKit counts the wake-ups that an app doesn't end, and after three of them it stops waking it. Ending one twice is an error
/// of its own. So the first of all ends counts, and a wake-up that is dropped has ended, too.
package final class WakeUp: Sendable {
    private let completion: Mutex<(@Sendable () -> Void)?>

    /// - Parameter completion: tells the system. It's called exactly once.
    package init(completion: @escaping @Sendable () -> Void) { self.completion = Mutex(completion) }

    deinit { end() }

    /// Tells the system that the app is done; does nothing if it was told already.
    package func end() {
        let completion = completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        completion?()
    }

    /// True once the system was told.
    package var hasEnded: Bool { completion.withLock { $0 == nil } }
}

/// Work that the system wakes an app for, such as reading new samples. It runs once at a time.
///
/// A wake-up ends when the work that began after it has ended: with success, with an error, because it was cancelled, or because
/// the wake-up's time is used up, whatever the work does then.
package final class WakeUps: Sendable {
    private struct State {
        /// The wake-ups that the running work is for; nil while none runs.
        var current: [WakeUp]?
        /// Those that came meanwhile. The running work may have read before, so they need another run.
        var next: [WakeUp] = []
        var work: Task<Void, Never>?
    }

    /// The time for one wake-up. The system gives some 30 seconds and ends an app that takes longer.
    package static let usualBudgetSeconds = 20.0

    private let budgetSeconds: Double
    private let sleep: @Sendable (_ seconds: Double) async throws -> Void
    private let work: @Sendable (_ budgetSeconds: Double) async throws -> Void
    private let onError: @Sendable (any Error) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - work: is given four fifths of the time, so that it can end by itself, and is cancelled at its end.
    ///   - onError: is told an error of the work, unless it was cancelled.
    package init(
        budgetSeconds: Double = usualBudgetSeconds,
        sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void = {
            try await Task.sleep(for: .seconds($0))
        },
        onError: @escaping @Sendable (any Error) -> Void = { _ in },
        work: @escaping @Sendable (_ budgetSeconds: Double) async throws -> Void
    ) {
        self.budgetSeconds = budgetSeconds
        self.sleep = sleep
        self.onError = onError
        self.work = work
    }

    /// Starts the work for a wake-up, and returns at once.
    ///
    /// - Parameter completion: tells the system that the app is done. It's called exactly once, on any thread.
    package func wake(completion: @escaping @Sendable () -> Void) {
        let wakeUp = WakeUp(completion: completion)
        let isFirst = state.withLock { state in
            if state.current != nil {
                state.next.append(wakeUp)
                return false
            }
            state.current = [wakeUp]
            return true
        }
        if isFirst { start() }
        Task { [weak wakeUp, weak self, sleep, budgetSeconds] in
            try? await sleep(budgetSeconds)
            wakeUp?.end()
            self?.stopIfNothingWaits()
        }
    }

    /// Does the work now, and returns when it's over or its time is used up. A cancelled task ends all wake-ups, because the
    /// system wants its time back.
    package func run() async {
        let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
        wake { continuation.finish() }
        await withTaskCancellationHandler {
            for await _ in ended {}
        } onCancel: {
            cancel()
        }
    }

    /// Ends all wake-ups and the work: after a logout, or when the system wants its time back.
    package func cancel() {
        let (all, work) = state.withLock { state in
            let all = (state.current ?? []) + state.next
            state.next = []
            return (all, state.work)
        }
        work?.cancel()
        for wakeUp in all { wakeUp.end() }
    }

    private func start() {
        // Under the lock, so that the task is known before it can end.
        state.withLock { state in
            state.work = Task { [work, onError, budgetSeconds] in
                do {
                    try await work(budgetSeconds * 0.8)
                } catch is CancellationError {
                    // Its time is used up, or the app was asked to stop.
                } catch {
                    onError(error)
                }
                finish()
            }
        }
    }

    private func finish() {
        let (ended, goesOn) = state.withLock { state in
            let ended = state.current ?? []
            let open = state.next.filter { !$0.hasEnded }
            state.current = open.isEmpty ? nil : open
            state.next = []
            state.work = nil
            return (ended, !open.isEmpty)
        }
        for wakeUp in ended { wakeUp.end() }
        if goesOn { start() }
    }

    /// Cancels the work once the time of all its wake-ups is used up.
    private func stopIfNothingWaits() {
        let work = state.withLock { state in
            (state.current ?? []).allSatisfy(\.hasEnded) ? state.work : nil
        }
        work?.cancel()
    }
}
