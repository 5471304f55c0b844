public import Vitals

/// Waits until changes stop for a moment, and then acts once.
///
/// Five values entered in a row should cause one sync and not five. A person who never pauses for long should still get
/// a sync.
@MainActor
public final class Debouncer {
    /// The function that a model waits with; a test passes its own. Throws when the wait is cancelled.
    public typealias Sleep = @MainActor @Sendable (_ seconds: Double) async throws -> Void

    /// The schedule of every phone; `docs/protocol.md` has it.
    public static let defaultQuietSeconds = 2.0
    public static let defaultLongestSeconds = 10.0

    private let quietSeconds: Double
    private let longestSeconds: Double
    private let clock: @Sendable () -> Timestamp
    private let sleep: Sleep
    private let action: @MainActor () -> Void
    private var firstChangeAt: Timestamp?
    private var waiting: Task<Void, Never>?

    /// - Parameters:
    ///   - quietSeconds: seconds without a further change, after which `action` runs.
    ///   - longestSeconds: seconds after the first change, when `action` runs even if changes go on.
    public init(
        quietSeconds: Double = defaultQuietSeconds, longestSeconds: Double = defaultLongestSeconds,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock,
        sleep: @escaping Sleep = Debouncer.taskSleep,
        action: @escaping @MainActor () -> Void
    ) {
        self.quietSeconds = quietSeconds
        self.longestSeconds = longestSeconds
        self.clock = clock
        self.sleep = sleep
        self.action = action
    }

    public static let taskSleep: Sleep = { seconds in try await Task.sleep(for: .seconds(max(0, seconds))) }

    /// Notes that something changed just now.
    public func noteChange() {
        // @write 15 view-debounce
        let now = clock()
        let first = firstChangeAt ?? now
        firstChangeAt = first
        let seconds = min(quietSeconds, longestSeconds - now.seconds(since: first))
        waiting?.cancel()
        waiting = Task { [weak self, sleep] in
            try? await sleep(max(0, seconds))
            guard !Task.isCancelled, let self else { return }
            self.firstChangeAt = nil
            self.action()
        }
        // @starter
        //| todo(15, "act when it has been quiet for quietSeconds, and longestSeconds after the first change at the latest")
        // @end
    }

    /// Forgets the noted changes, without acting.
    public func cancel() {
        waiting?.cancel()
        waiting = nil
        firstChangeAt = nil
    }
}
