internal import NIOPosix
internal import Synchronization

/// A fixed number of connections, each leased to one caller at a time.
///
/// 1. libpq blocks, so it runs on its own threads, one for each connection, and never on Swift's cooperative pool.
/// 2. A caller that finds no free connection waits in a queue, up to a time, and then gets
///    `PostgresError.poolExhausted`.
/// 3. A connection is opened when it is first needed. If it broke, or came back inside a transaction, it is dropped,
///    and the next caller gets a new one. So the pool survives a restart of the database.
/// 4. A cancelled task still waits for a running statement; `statement_timeout` limits how long.
package final class PostgresPool: Sendable {
    /// A connection that no thread uses. It is safe to send, because it is handed over through the lock.
    private struct IdleConnection: @unchecked Sendable {
        let connection: PostgresConnection
    }

    let configuration: PostgresConfiguration
    let size: Int
    private let permits: KeyedSemaphore<Bool>
    private let threads: NIOThreadPool
    private let idle = Mutex<[IdleConnection]>([])

    /// - Parameter waitTimeout: how long a caller waits for a free connection.
    package init(_ configuration: PostgresConfiguration, size: Int = 8, waitTimeout: Duration = .seconds(5)) {
        self.configuration = configuration
        self.size = size
        permits = KeyedSemaphore(width: size, timeout: waitTimeout)
        threads = NIOThreadPool(numberOfThreads: size)
        threads.start()
    }

    /// Runs `body` with a connection, on a thread that may block.
    ///
    /// - Throws: `PostgresError`, `CancellationError` while waiting, or the error that `body` throws.
    package func withConnection<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        do {
            return try await permits.withPermit(at: true) { try await onThread { try self.lease(to: body) } }
        } catch SemaphoreError.timedOut {
            throw PostgresError(.poolExhausted)
        } catch SemaphoreError.closed {
            throw PostgresError(.poolClosed)
        }
    }

    /// Runs `body` in one READ COMMITTED transaction, and rolls back when it throws.
    package func transaction<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        try await withConnection { connection in try connection.transaction { try body(connection) } }
    }

    /// The connections that are leased, or being opened for a caller.
    var leasedCount: Int { permits.permitCount(at: true) }
    /// The open connections that nobody uses.
    var idleCount: Int { idle.withLock(\.count) }
    /// The callers that wait for a connection.
    var waiterCount: Int { permits.waiterCount(at: true) }

    /// Refuses new callers, waits until all leased connections are back, and closes them. May be called twice.
    package func close() async throws {
        await permits.close()
        idle.withLock { $0.removeAll() }
        try await threads.shutdownGracefully()
    }

    private func onThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            threads.submit { state in
                switch state {
                case .active: continuation.resume(with: Swift.Result(catching: work))
                case .cancelled: continuation.resume(throwing: PostgresError(.poolClosed))
                }
            }
        }
    }

    private func lease<Result>(to body: (PostgresConnection) throws -> Result) throws -> Result {
        let connection = try takeParked() ?? PostgresConnection(configuration)
        defer {
            if connection.isUsable {
                let idle = IdleConnection(connection: connection)
                self.idle.withLock { $0.append(idle) }
            }
        }
        return try body(connection)
    }

    /// The most recently used connection that is still open.
    private func takeParked() -> PostgresConnection? {
        while let candidate = idle.withLock({ $0.popLast() }) {
            if candidate.connection.isAlive() { return candidate.connection }
        }
        return nil
    }
}

/// The database's address and the timeouts for it.
package struct PostgresConfiguration: Sendable {
    /// Anything that libpq accepts: `postgres://…`, `postgresql://…` or `key=value …`. It may hold a password, so it is
    /// never printed.
    package var url: String
    package var connectTimeoutSeconds = 5
    /// The server cancels a statement after this long.
    package var statementTimeoutSeconds = 15
    /// The server stops waiting for a row's lock after this long.
    package var lockTimeoutSeconds = 5
    /// The server ends a transaction whose client is silent for this long, and releases the locks that it held.
    package var idleInTransactionTimeoutSeconds = 15
    /// How long the client waits beyond the statement timeout before it treats the server as dead.
    package var graceSeconds = 5

    package init(url: String) { self.url = url }
}

extension PostgresConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "PostgresConfiguration(url: hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
