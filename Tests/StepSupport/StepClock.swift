import Synchronization
package import Vitals

/// A clock that stands still until a test moves it.
package final class StepClock: Sendable {
    private let milliseconds: Mutex<Int64>

    /// - Parameter milliseconds: since 1970; 2026-06-20T07:30:00Z unless a test sets another time.
    package init(_ milliseconds: Int64 = 1_781_940_600_000) { self.milliseconds = Mutex(milliseconds) }

    package var now: Timestamp { Timestamp(clamping: milliseconds.withLock { $0 }) }

    package func advance(byMilliseconds step: Int64) { milliseconds.withLock { $0 += step } }

    /// The closure for a store's `clock`.
    package var read: @Sendable () -> Timestamp { { self.now } }
}
