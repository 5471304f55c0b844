package import struct Foundation.UUID

extension PostgresSyncStore {
    /// A transaction of a user's that begins with the lock of the user's row, as a push does. Until it ends, no other of that
    /// user can begin, not even on another server.
    package func write<Value: Sendable>(
        lockingRowOf user: UUID, _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await withSyncStoreErrors {
            try await pushPermits.withPermit(at: user) {
                try await pool.transaction { connection in
                    let rows = try connection.query("SELECT id FROM users WHERE id = \(user) FOR NO KEY UPDATE")
                    guard rows.count == 1 else { throw SyncStoreError.unknownUser }
                    return try body(connection)
                }
            }
        }
    }
}
