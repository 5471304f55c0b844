import Synchronization

/// Simulates a crash of the program between two statements of a store: lets some writes pass and stops the next one.
package final class CrashPoint: Sendable {
    package struct Crash: Error, CustomStringConvertible {
        package let description = "the crash that the test made"
    }

    private struct State {
        var writesLeft: Int?
        var writeCount = 0
        var hasCrashed = false
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of writes that have begun, including the one that was stopped.
    package var writeCount: Int { state.withLock { $0.writeCount } }

    /// True once it has stopped a write.
    package var hasCrashed: Bool { state.withLock { $0.hasCrashed } }

    /// Lets `writes` more writes pass from now on.
    package func arm(afterWrites writes: Int) { state.withLock { $0.writesLeft = writes } }

    package func disarm() { state.withLock { $0.writesLeft = nil } }

    /// The closure for a store's `beforeWrite`.
    package var beforeWrite: @Sendable () throws -> Void {
        {
            try self.state.withLock { state in
                state.writeCount += 1
                guard let left = state.writesLeft else { return }
                guard left > 0 else {
                    state.hasCrashed = true
                    throw Crash()
                }
                state.writesLeft = left - 1
            }
        }
    }
}
