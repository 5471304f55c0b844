internal import struct Foundation.UUID

/// The pushes of one user, in line before they take a connection, and their pulls in another: one user can't empty the pool,
/// and different users never wait for each other.
typealias UserSemaphore = KeyedSemaphore<UUID>

/// The store on PostgreSQL. What it promises is written at `SyncStore`; how, at each of its parts.
package final class PostgresSyncStore: SyncStore {
    let pool: PostgresPool
    let pushPermits: UserSemaphore
    let pullPermits: UserSemaphore
    let ordersCommits: Bool

    /// Opens a database that carries this build's schema.
    ///
    /// - Parameters:
    ///   - url: anything that libpq takes.
    ///   - ordersCommits: false exists for the test that shows what goes wrong without: pushes of one user then run side
    ///     by side, a later log number becomes visible before an earlier one, and a pull skips it for ever.
    /// - Throws: `SyncStoreError.unusable` or `.busy`, with what to do.
    package convenience init(
        url: String, poolSize: Int = 8, waitTimeout: Duration = .seconds(5), ordersCommits: Bool = true
    ) async throws {
        try await self.init(
            PostgresConfiguration(url: url), poolSize: poolSize, waitTimeout: waitTimeout,
            ordersCommits: ordersCommits)
    }

    /// As above, with all settings of the connections.
    package init(
        _ configuration: PostgresConfiguration, poolSize: Int = 8, waitTimeout: Duration = .seconds(5),
        ordersCommits: Bool = true
    ) async throws {
        pool = PostgresPool(configuration, size: poolSize, waitTimeout: waitTimeout)
        pushPermits = UserSemaphore(width: 1, timeout: waitTimeout)
        pullPermits = UserSemaphore(width: max(1, poolSize / 4), timeout: waitTimeout)
        self.ordersCommits = ordersCommits
        do {
            try await checkReadiness()
        } catch {
            try? await close()
            throw error
        }
    }

    /// Asks the database which schema it has: it answers, and is one of ours.
    package func checkReadiness() async throws {
        try await withSyncStoreErrors { try await pool.withConnection { try PostgresSchema.check(on: $0) } }
    }

    /// Waits for what is under way, and closes all connections.
    package func close() async throws {
        await pushPermits.close()
        await pullPermits.close()
        try await pool.close()
    }
}
