import Synchronization

/// Stands for a crash of the program between two statements of a store: lets some writes pass and stops the next one.
package final class CrashPoint: Sendable {
    package struct Crash: Error, CustomStringConvertible {
        package let description = "the crash that the test made"
    }

    private struct State {
        var writesLeft: Int?
        var writeCount = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// How many writes have begun so far, the one that was stopped included.
    package var writeCount: Int { state.withLock { $0.writeCount } }

    /// From now on, `writes` more are let through.
    package func arm(afterWrites writes: Int) { state.withLock { $0.writesLeft = writes } }

    package func disarm() { state.withLock { $0.writesLeft = nil } }

    /// For a store's `beforeWrite`.
    package var beforeWrite: @Sendable () throws -> Void {
        {
            try self.state.withLock { state in
                state.writeCount += 1
                guard let left = state.writesLeft else { return }
                guard left > 0 else { throw Crash() }
                state.writesLeft = left - 1
            }
        }
    }
}
