internal import NIOPosix
internal import Synchronization

/// A fixed number of connections, lent one at a time.
///
/// 1. libpq blocks, so it runs on threads of its own, one for each connection, and never on Swift's cooperative pool.
/// 2. Who finds none free waits in line, up to a time, and then gets `PostgresError.poolExhausted`.
/// 3. Connections are made when they are first needed. One that broke, or came back within a transaction, is dropped,
///    and the next borrower gets a new one: the pool survives a restart of the database.
/// 4. A cancelled task waits for a statement under way; `statement_timeout` bounds how long.
package final class PostgresPool: Sendable {
    /// A connection that no thread uses. Handing it over through the lock is what makes that safe to send.
    private struct IdleConnection: @unchecked Sendable {
        let connection: PostgresConnection
    }

    private let configuration: PostgresConfiguration
    private let permits: KeyedSemaphore<Bool>
    private let threads: NIOThreadPool
    private let parked = Mutex<[IdleConnection]>([])

    /// - Parameter waitTimeout: how long a borrower waits for a free connection.
    package init(_ configuration: PostgresConfiguration, size: Int = 8, waitTimeout: Duration = .seconds(5)) {
        self.configuration = configuration
        permits = KeyedSemaphore(width: size, timeout: waitTimeout)
        threads = NIOThreadPool(numberOfThreads: size)
        threads.start()
    }

    /// Runs `body` with a connection on a thread that may block.
    ///
    /// - Throws: `PostgresError`, `CancellationError` while waiting, or what `body` throws.
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

    /// Runs `body` in one transaction, READ COMMITTED; rolled back when it throws.
    package func transaction<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        try await withConnection { connection in try connection.transaction { try body(connection) } }
    }

    /// Refuses new borrowers, waits for those who have a connection, and closes them all. May be called twice.
    package func close() async throws {
        await permits.close()
        parked.withLock { $0.removeAll() }
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
                let parked = IdleConnection(connection: connection)
                self.parked.withLock { $0.append(parked) }
            }
        }
        return try body(connection)
    }

    /// The connection that was used last, of those that still stand.
    private func takeParked() -> PostgresConnection? {
        while let candidate = parked.withLock({ $0.popLast() }) {
            if candidate.connection.isAlive() { return candidate.connection }
        }
        return nil
    }
}
