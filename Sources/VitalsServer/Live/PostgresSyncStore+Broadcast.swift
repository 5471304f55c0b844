internal import CLibPQ
import Foundation

extension PostgresSyncStore: ChangeBroadcasting {
    static let changesChannel = "vitals_changes"

    /// Sends one NOTIFY for each user, in a transaction of its own.
    ///
    /// NOTIFY within the push's transaction would be certain to be sent. But PostgreSQL lets only one transaction that
    /// notifies commit at a time, and would do so while the push waits for the disk. This transaction writes nothing, so it
    /// waits for none.
    ///
    /// A server from before other logs drops what has a third word.
    package func tell(_ heads: [UserLog: Int64]) async throws {
        let texts = heads.map { log, seq in
            "\(log.user.uuidString.lowercased()) \(seq)" + (log.kind == .measurements ? "" : " \(log.kind.rawValue)")
        }
        try await pool.withConnection { connection in
            _ = try connection.query(
                "SELECT pg_notify(\(Self.changesChannel), head) FROM unnest(\(texts)) AS told (head)")
        }
    }

    package func listen(
        onHead: @escaping @Sendable (UserLog, Int64) -> Void, onConnect: @escaping @Sendable () async -> Void,
        onFailure: @escaping @Sendable (any Error) -> Void
    ) async {
        var failureCount = 0
        while !Task.isCancelled {
            do {
                let listener = try await PostgresListener.connect(pool.configuration, channel: Self.changesChannel)
                failureCount = 0
                await onConnect()
                try await listener.run { payload in
                    if let (log, seq) = Self.head(of: payload) { onHead(log, seq) }
                }
            } catch is CancellationError {
                return
            } catch {
                onFailure(error)
                failureCount += 1
                try? await Task.sleep(for: .seconds(Self.wait(afterFailures: failureCount)))
            }
        }
    }

    /// Half a second after the first failure, and at most 10 s, with jitter: all servers lose the database at once.
    private static func wait(afterFailures count: Int) -> Double {
        Double.random(in: 0.5...1) * min(10, pow(2, Double(min(count, 8) - 1)))
    }

    static func head(of payload: String) -> (UserLog, Int64)? {
        let parts = payload.split(separator: " ")
        guard (2...3).contains(parts.count), let user = UUID(uuidString: String(parts[0])), let seq = Int64(parts[1]),
            seq > 0, let kind = parts.count == 2 ? .measurements : ChangeKind(rawValue: String(parts[2]))
        else { return nil }
        return (UserLog(user, kind), seq)
    }
}

/// A connection that only listens. It has a thread of its own, because libpq blocks while it waits for the socket.
private final class PostgresListener: @unchecked Sendable {
    /// Used from one thread at a time: first the one that connects, then the one that waits.
    private let connection: PostgresConnection
    /// How long one wait may keep the thread after the task was cancelled.
    private static let waitMilliseconds: Int32 = 250
    /// A query of its own after that much silence finds a connection that broke without a word.
    private static let probeInterval = Duration.seconds(15)

    private init(_ connection: PostgresConnection) { self.connection = connection }

    static func connect(_ configuration: PostgresConfiguration, channel: String) async throws -> PostgresListener {
        try await onThread {
            let connection = try PostgresConnection(configuration)
            try connection.execute(unsafe: "LISTEN \(channel)")
            return PostgresListener(connection)
        }
    }

    /// Calls `receive` with each payload until the task is cancelled.
    ///
    /// - Throws: `PostgresError` when the connection breaks, or `CancellationError`.
    func run(_ receive: @escaping @Sendable (String) -> Void) async throws {
        let stop = StopFlag()
        try await withTaskCancellationHandler {
            try await Self.onThread { try self.wait(until: stop, receive) }
        } onCancel: {
            stop.set()
        }
    }

    private func wait(until stop: StopFlag, _ receive: (String) -> Void) throws {
        var probesAt = ContinuousClock.now + Self.probeInterval
        while !stop.isSet {
            while let notification = PQnotifies(connection.handle) {
                receive(String(cString: notification.pointee.extra))
                PQfreemem(notification)
            }
            if ContinuousClock.now > probesAt {
                try connection.execute(unsafe: "")
                probesAt = .now + Self.probeInterval
                continue  // the answer may have brought notifications
            }
            var descriptor = pollfd(fd: PQsocket(connection.handle), events: Int16(POLLIN), revents: 0)
            guard descriptor.fd >= 0 else { throw PostgresError(.connectionLost) }
            if poll(&descriptor, 1, Self.waitMilliseconds) > 0, PQconsumeInput(connection.handle) != 1 {
                throw PostgresError(.connectionLost)
            }
        }
        throw CancellationError()
    }

    private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
        }
    }
}

/// A flag that one thread sets and another reads.
private final class StopFlag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}
