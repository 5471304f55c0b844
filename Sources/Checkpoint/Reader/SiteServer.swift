internal import CheckpointSystem
internal import Foundation
internal import Synchronization

/// Serves HTTP/1.1 to browsers on this machine. Each connection gets its own thread, so that none waits for another.
final class SiteServer: Sendable {
    private let listener: LoopbackListener
    private let requestSeconds: Double
    private let answer: @Sendable (SiteRequest) -> SiteResponse
    private let connections = Mutex(0)

    /// The limit for open connections; a browser opens half a dozen.
    private static let mostConnections = 64

    var port: Int { listener.port }

    /// - Parameters:
    ///   - port: the port to listen on; 0 for any free one.
    ///   - requestSeconds: the time a client may take to send its request.
    /// - Throws: `CourseError` if the port is taken.
    init(
        port: Int = 0, requestSeconds: Double = SiteConnection.patienceSeconds,
        answer: @escaping @Sendable (SiteRequest) -> SiteResponse
    ) throws {
        listener = try LoopbackListener(port: port)
        self.requestSeconds = requestSeconds
        self.answer = answer
    }

    /// Serves until the task is cancelled.
    ///
    /// - Throws: `CancellationError`.
    func run() async throws {
        let isOver = Flag()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    while !isOver.isRaised { self.acceptOne() }
                    continuation.resume()
                }
            }
        } onCancel: {
            isOver.raise()
        }
        try Task.checkCancellation()
    }

    private func acceptOne() {
        guard let descriptor = listener.accept(withinMilliseconds: 100) else { return }
        let connection = SiteConnection(descriptor: descriptor, requestSeconds: requestSeconds)
        let isRoom = connections.withLock { count in
            let isRoom = count < Self.mostConnections
            if isRoom { count += 1 }
            return isRoom
        }
        guard isRoom else { return }
        // The connection has one owner at a time: first this thread, then the new one.
        nonisolated(unsafe) let handed = connection
        Thread.detachNewThread {
            handed.serve(self.answer)
            self.connections.withLock { $0 -= 1 }
        }
    }

    private final class Flag: Sendable {
        private let value = Mutex(false)
        var isRaised: Bool { value.withLock { $0 } }
        func raise() { value.withLock { $0 = true } }
    }
}
