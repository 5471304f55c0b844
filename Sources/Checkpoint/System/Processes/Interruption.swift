internal import Foundation
internal import Synchronization

/// Turns SIGINT, SIGQUIT, SIGTERM and SIGHUP into the cancellation of a task, so that everything is cleaned up before we exit.
package enum Interruption {
    // A signal handler may call hardly any functions, so it only writes the signal's number into this pipe. Programs
    // that we start don't inherit a handler, whereas they would inherit an ignored signal.
    private static let pipe: (read: Int32, write: Int32) = {
        var ends: [Int32] = [-1, -1]
        _ = Foundation.pipe(&ends)
        return (ends[0], ends[1])
    }()

    /// Runs `body` and cancels it on a signal.
    ///
    /// - Returns: number of the first signal, or nil if there was none, and the result of `body`.
    package static func withSignalHandling(
        _ body: @escaping @Sendable () async throws -> Void
    ) async -> (signal: Int32?, result: Result<Void, any Error>) {
        let task = Task { try await body() }
        let box = SignalBox()
        _ = pipe
        signal(SIGPIPE, SIG_IGN)
        for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] {
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(Interruption.pipe.write, &byte, 1)
            }
        }
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while read(pipe.read, &byte, 1) == 1 {
                box.note(Int32(byte))
                task.cancel()
            }
        }
        let result = await task.result
        return (box.first, result)
    }

    private final class SignalBox: Sendable {
        private let value = Mutex<Int32?>(nil)
        var first: Int32? { value.withLock { $0 } }
        func note(_ number: Int32) { value.withLock { $0 = $0 ?? number } }
    }
}
