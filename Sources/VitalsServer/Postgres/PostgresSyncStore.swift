package import struct Foundation.UUID

package typealias PostgresPushHook = PushHook<PostgresConnection>

/// The store on PostgreSQL. `SyncStore` documents its guarantees, and each method here how it keeps them.
package final class PostgresSyncStore: SyncStore {
    let pool: PostgresPool
    let pushPermits: UserSemaphore
    let pullPermits: UserSemaphore
    let ordersCommits: Bool
    package let pushHooks: [PostgresPushHook]

    /// Opens a database that has this build's schema.
    ///
    /// - Parameters:
    ///   - url: anything that libpq accepts.
    ///   - ordersCommits: false only in the test that shows why the order matters. Pushes of one user then run side by
    ///     side, a later log number becomes visible before an earlier one, and a pull skips the earlier one for ever.
    /// - Throws: `SyncStoreError.unusable` or `.busy`, with what to do.
    package convenience init(
        url: String, poolSize: Int = 8, waitTimeout: Duration = .seconds(5), ordersCommits: Bool = true,
        pushHooks: [PostgresPushHook] = []
    ) async throws {
        try await self.init(
            PostgresConfiguration(url: url), poolSize: poolSize, waitTimeout: waitTimeout,
            ordersCommits: ordersCommits, pushHooks: pushHooks)
    }

    /// Opens a database like the other initialiser, with all settings of the connections.
    package init(
        _ configuration: PostgresConfiguration, poolSize: Int = 8, waitTimeout: Duration = .seconds(5),
        ordersCommits: Bool = true, pushHooks: [PostgresPushHook] = []
    ) async throws {
        pool = PostgresPool(configuration, size: poolSize, waitTimeout: waitTimeout)
        pushPermits = UserSemaphore(width: 1, timeout: waitTimeout)
        pullPermits = UserSemaphore(width: max(1, poolSize / 4), timeout: waitTimeout)
        self.ordersCommits = ordersCommits
        do {
            self.pushHooks = try await Self.usable(pushHooks, pool)
            try await checkReadiness()
        } catch {
            try? await pool.close()
            throw (error as? PostgresError)?.syncStoreError ?? error
        }
    }

    /// The hooks whose table the database has.
    private static func usable(_ hooks: [PostgresPushHook], _ pool: PostgresPool) async throws -> [PostgresPushHook] {
        try await pool.withConnection { connection in
            try hooks.filter { hook in
                try connection.query("SELECT 1::int8 WHERE to_regclass(\(hook.table)) IS NOT NULL").count > 0
            }
        }
    }

    /// Checks that the database responds and that its schema is this build's.
    package func checkReadiness() async throws {
        try await withSyncStoreErrors { try await pool.withConnection { try PostgresSchema.check(on: $0) } }
    }

    /// Runs `body` with a connection, for a feature's own tables.
    ///
    /// - Throws: `SyncStoreError`, or the error that `body` throws.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await withSyncStoreErrors { try await pool.withConnection(body) }
    }

    /// The same in one transaction, which is rolled back where `body` throws.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await withSyncStoreErrors { try await pool.transaction(body) }
    }

    /// Reads for a request of a user, who gets a quarter of the connections at most.
    package func read<Value: Sendable>(
        forPullOf user: UUID, _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await withSyncStoreErrors { try await withConnection(forPullOf: user, body) }
    }

    /// Waits for running work, and closes all connections.
    package func close() async throws {
        await pushPermits.close()
        await pullPermits.close()
        try await pool.close()
    }
}
